import Foundation

/// An `ipc://` address whose file this process may take: absolute, short enough for the kernel, in a private directory.
public struct SocketAddress: Sendable, Equatable {
  /// The kernel's limit is 107 bytes on Linux and 103 on macOS; a round number below both leaves room.
  static let mostBytes = 99

  public let text: String
  let path: String

  public init(_ text: String) throws(CallError) {
    guard text.hasPrefix("ipc:///"), !text.contains("\0") else {
      throw CallError("bad_arguments", "The address is not ipc:// followed by an absolute path; nothing was opened.")
    }
    let path = String(text.dropFirst("ipc://".count))
    guard path.utf8.count <= Self.mostBytes else {
      throw CallError(
        "runtime_dir_unsafe",
        "The socket path has \(path.utf8.count) bytes and at most \(Self.mostBytes) fit; use a shorter directory.")
    }
    self.text = text
    self.path = path
  }

  public var events: SocketAddress {
    get throws(CallError) { try SocketAddress(text + ".events") }
  }

  /// Refuses a directory that others could use, and a file that is not an abandoned socket; removes an abandoned one.
  func claim() throws(CallError) {
    try checkDirectory()
    var found = stat()
    guard lstat(path, &found) == 0 else { return }
    guard found.st_mode & S_IFMT == S_IFSOCK else {
      throw CallError("runtime_dir_unsafe", "Something that is not a socket is in the place of ours; nothing was opened.")
    }
    guard !hasListener() else {
      throw CallError("address_in_use", "Another process already serves this address; nothing was opened.")
    }
    unlink(path)
  }

  private func checkDirectory() throws(CallError) {
    let directory = (path as NSString).deletingLastPathComponent
    var found = stat()
    let fault: String? =
      if lstat(directory, &found) != 0 {
        "it cannot be looked at"
      } else if found.st_mode & S_IFMT != S_IFDIR {
        "it is not a directory, or a symbolic link"
      } else if found.st_uid != geteuid() {
        "it belongs to another user"
      } else if found.st_mode & 0o777 != 0o700 {
        "its mode must be 0700"
      } else {
        nil
      }
    if let fault {
      throw CallError("runtime_dir_unsafe", "The socket's directory was not used: \(fault).")
    }
  }

  /// Only a refused connection proves that nobody listens.
  private func hasListener() -> Bool {
    #if os(Linux)
      let stream = Int32(SOCK_STREAM.rawValue)
    #else
      let stream = SOCK_STREAM
    #endif
    let descriptor = socket(AF_UNIX, stream, 0)
    guard descriptor >= 0 else { return true }
    defer { close(descriptor) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    return result == 0 || (errno != ECONNREFUSED && errno != ENOENT)
  }

  func remove() {
    unlink(path)
  }
}
