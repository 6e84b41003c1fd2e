import { generateKeyPairSync, randomBytes, sign, X509Certificate } from "node:crypto";

export interface Certificate {
  /** PEM. */
  readonly cert: string;
  readonly key: string;
}

/** Who a certificate is for and until when it holds. */
export interface CertificateOptions {
  /** A DNS name; when absent, `localhost` and 127.0.0.1. */
  readonly host?: string;
  /** Milliseconds since 1970. A minute ago makes an expired one. */
  readonly notAfter: number;
}

/**
 * Makes a certificate that signs itself (EC P-256), for tests that need one now: Node.js has no function for it. Kept as
 * small as TLS clients accept, so that a handshake has few bytes to be cut at.
 */
export function selfSigned({ host, notAfter }: CertificateOptions): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const subjectKey = publicKey.export({ type: "spki", format: "der" });
  const name = sequence(set(sequence(oid("2.5.4.3"), tagged(0x0c, Buffer.from(host ?? "localhost")))));
  const names =
    host === undefined
      ? [tagged(0x82, Buffer.from("localhost")), tagged(0x87, Buffer.from([127, 0, 0, 1]))]
      : [tagged(0x82, Buffer.from(host))];
  const extensions = tagged(
    0xa3,
    sequence(
      sequence(oid("2.5.29.17"), tagged(0x04, sequence(...names))),
      sequence(
        oid("2.5.29.19"),
        tagged(0x01, Buffer.from([0xff])),
        tagged(0x04, sequence(tagged(0x01, Buffer.from([0xff])))),
      ),
    ),
  );
  const algorithm = sequence(oid("1.2.840.10045.4.3.2"));
  const body = sequence(
    tagged(0xa0, tagged(0x02, Buffer.from([2]))),
    tagged(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    algorithm,
    name,
    sequence(time(Math.min(notAfter, Date.now()) - 86_400_000), time(notAfter)),
    name,
    subjectKey,
    extensions,
  );
  const signature = sign("sha256", body, privateKey);
  const der = sequence(body, algorithm, tagged(0x03, Buffer.concat([Buffer.from([0]), signature])));
  return {
    cert: new X509Certificate(der).toString(),
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  };
}

function tagged(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

function sequence(...parts: Buffer[]): Buffer {
  return tagged(0x30, Buffer.concat(parts));
}

function set(...parts: Buffer[]): Buffer {
  return tagged(0x31, Buffer.concat(parts));
}

function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split(".").map(Number);
  const bytes = rest.flatMap((part) => {
    const digits = [part & 0x7f];
    for (let left = part >> 7; left > 0; left >>= 7) digits.unshift((left & 0x7f) | 0x80);
    return digits;
  });
  return tagged(0x06, Buffer.from([first * 40 + second, ...bytes]));
}

/** GeneralizedTime, to the second. */
function time(ms: number): Buffer {
  const text = new Date(ms)
    .toISOString()
    .replace(/[-:T]/g, "")
    .replace(/\.\d+Z$/, "Z");
  return tagged(0x18, Buffer.from(text));
}
