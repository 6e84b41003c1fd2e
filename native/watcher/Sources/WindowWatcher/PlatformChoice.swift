import WatcherCore

#if os(macOS)
  import WatcherMac
#else
  import WatcherX11
#endif

/// The platform this build watches.
func makePlatform() -> any Platform {
  #if os(macOS)
    return MacPlatform()
  #else
    return X11Platform()
  #endif
}
