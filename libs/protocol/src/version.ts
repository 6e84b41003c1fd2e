/** Version of the wire between our processes. A different major number is refused; a higher minor adds only. */
export const protocolVersion = { major: 1, minor: 0 } as const;

export interface ProtocolVersion {
  readonly major: number;
  readonly minor: number;
}

/** Decides whether two sides can talk, with the reason when they cannot. */
export function compatible(
  ours: ProtocolVersion,
  theirs: ProtocolVersion,
): { ok: true } | { ok: false; reason: string } {
  if (ours.major === theirs.major) return { ok: true };
  return {
    ok: false,
    reason: `protocol ${theirs.major}.${theirs.minor} cannot be joined by ${ours.major}.${ours.minor}: the major versions differ`,
  };
}
