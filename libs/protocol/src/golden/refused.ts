/** Bytes that every implementation must refuse without failing, and why. */
export const refusedFrames: readonly { readonly why: string; readonly hex: string }[] = [
  { why: "no bytes at all", hex: "" },
  { why: "a list instead of a map", hex: "9101" },
  { why: "a text instead of a map", hex: "a176" },
  { why: "a key that is not text", hex: "810101" },
  { why: "a map that ends early", hex: "82a17601" },
  { why: "a text that ends early", hex: "81a176a561" },
  { why: "a map that announces four thousand million entries", hex: "dfffffffff" },
  { why: "a list that announces four thousand million entries", hex: "81a176ddffffffff" },
  { why: "bytes after the end", hex: "81a1760100" },
  {
    why: "a record definition (extension 0x72), which a decoder could compile",
    hex: "81a176d4724093a161a162a163010203",
  },
  { why: "a timestamp extension", hex: "81a176d6ff00000000" },
  { why: "the marker that is never used", hex: "81a176c1" },
  { why: "a text that is not UTF-8", hex: "81a176a2c328" },
  { why: "an unsigned integer above 2^53", hex: "81a176cfffffffffffffffff" },
  { why: "a signed integer below -2^53", hex: "81a176d38000000000000000" },
  { why: "lists nested deeper than 64", hex: `81a176${"91".repeat(80)}c0` },
];
