// swift-tools-version: 6.0
import PackageDescription

#if os(Linux)
  let platformTargets: [Target] = [
    .systemLibrary(name: "CX11", pkgConfig: "x11", providers: [.apt(["libx11-dev", "libxi-dev"])]),
    .target(name: "WatcherX11", dependencies: ["CX11", "WatcherCore"]),
  ]
  let platform: Target.Dependency = "WatcherX11"
#else
  let platformTargets: [Target] = [.target(name: "WatcherMac", dependencies: ["WatcherCore"])]
  let platform: Target.Dependency = "WatcherMac"
#endif

let package = Package(
  name: "watcher",
  platforms: [.macOS(.v14)],
  products: [.executable(name: "window-watcher", targets: ["WindowWatcher"])],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.2.3")
  ],
  targets: [
    .systemLibrary(
      name: "CZeroMQ", pkgConfig: "libzmq", providers: [.apt(["libzmq3-dev"]), .brew(["zeromq"])]),
    .target(name: "WatcherCore"),
    .target(name: "WatcherWire", dependencies: ["CZeroMQ"]),
    .executableTarget(
      name: "WindowWatcher",
      dependencies: [
        "WatcherCore", "WatcherWire", platform,
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    .testTarget(name: "WatcherCoreTests", dependencies: ["WatcherCore"]),
    .testTarget(name: "WatcherWireTests", dependencies: ["WatcherWire", "CZeroMQ"]),
    .testTarget(name: "WindowWatcherTests", dependencies: ["WindowWatcher"], exclude: ["Help"]),
  ] + platformTargets,
  swiftLanguageModes: [.v6]
)
