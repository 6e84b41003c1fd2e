/** Xauthority family that matches any address; the server ignores it and takes only the cookie. */
const familyWild = 0xffff;

/**
 * An Xauthority file with one MIT-MAGIC-COOKIE-1 entry for any host and any display number.
 * Without a cookie every local user could read and control the display.
 */
export function authorityFile(cookie: Buffer): Buffer {
  const family = Buffer.alloc(2);
  family.writeUInt16BE(familyWild);
  return Buffer.concat([family, counted(""), counted(""), counted("MIT-MAGIC-COOKIE-1"), counted(cookie)]);
}

function counted(value: string | Buffer): Buffer {
  const bytes = Buffer.from(value);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(bytes.length);
  return Buffer.concat([length, bytes]);
}
