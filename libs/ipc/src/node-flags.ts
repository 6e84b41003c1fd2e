/**
 * Flags of Node.js for the processes of the product. What a call brings is garbage soon, and half of V8's ordinary 16 MB is too
 * little for a frame with hundreds of candidates: it would be kept for long and cost pauses of milliseconds.
 */
export const nodeFlags: readonly string[] = ["--max-semi-space-size=64"];
