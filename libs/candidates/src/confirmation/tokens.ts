import { createHmac, timingSafeEqual } from "node:crypto";
import type { Modifier } from "@beans-picker/desktop";
import type { Candidate } from "../candidate.js";

/** Everything that a person was shown and says yes to. A token is good for exactly this and for nothing like it. */
export interface ConfirmedAction {
  readonly pid: number;
  readonly windowId: number;
  readonly candidate: Pick<Candidate, "id" | "kind" | "does">;
  /** The text that is entered, or the option that is chosen. */
  readonly text?: string | undefined;
  readonly modifiers?: readonly Modifier[] | undefined;
  /** Where a drag ends: another candidate's id, or an offset. */
  readonly dragTo?: { readonly candidateId: string } | { readonly dx: number; readonly dy: number } | undefined;
}

/** What a token turned out to be. Only `confirmed` allows the action; each says what to tell the caller. */
export type Redemption = "confirmed" | "not_ours" | "other_action" | "expired" | "used";

export interface ConfirmationOptions {
  /** At least 16 random bytes, made anew by each process and never written anywhere. */
  readonly secret: Uint8Array;
  /** Now, in ms since any fixed point. */
  readonly now: () => number;
  /** 12 fresh random bytes for each call. */
  readonly nonce: () => Uint8Array;
  readonly lifetimeMs?: number;
}

export interface Confirmations {
  /** A token for this action. It says nothing about it that could be read. */
  issue(action: ConfirmedAction): string;
  /**
   * Whether the token allows this action now. A token is used up by the first `confirmed`, and by nothing else, so that a
   * caller who named the wrong control can still do what was confirmed.
   */
  redeem(token: string, action: ConfirmedAction): Redemption;
}

/** Long enough for a person to read and answer, short enough that the window still means what it meant. */
export const confirmationLifetimeMs = 5 * 60_000;

const SECRET_BYTES = 16;
/** `ok1.<expiry in base 36>.<nonce>.<MAC>`; the parts of a real one are never longer. */
const TOKEN = /^ok1\.([0-9a-z]{1,11})\.([\w-]{16})\.([\w-]{43})$/;

/** Makes and checks the tokens of one process. Throws a `RangeError` if the secret is too short to be one. */
export function createConfirmations(options: ConfirmationOptions): Confirmations {
  const { secret, now, nonce, lifetimeMs = confirmationLifetimeMs } = options;
  if (secret.length < SECRET_BYTES) throw new RangeError(`A secret needs at least ${SECRET_BYTES} bytes.`);
  /** Nonces of used tokens with their expiry: what expired is refused anyway and forgotten here. */
  const used = new Map<string, number>();

  const sign = (head: string, action: ConfirmedAction): Buffer =>
    createHmac("sha256", secret)
      .update(JSON.stringify([head, ...shown(action)]), "utf8")
      .digest();

  return {
    issue(action) {
      const head = `ok1.${Math.ceil(now() + lifetimeMs).toString(36)}.${Buffer.from(nonce()).toString("base64url")}`;
      return `${head}.${sign(head, action).toString("base64url")}`;
    },
    redeem(token, action) {
      const [, expiry, id, mac] = TOKEN.exec(token) ?? [];
      if (expiry === undefined || id === undefined || mac === undefined) return "not_ours";
      const time = now();
      for (const [old, until] of used) if (until <= time) used.delete(old);
      const expected = sign(`ok1.${expiry}.${id}`, action);
      // A wrong MAC is either a forged token or a real one for something else: which, only its maker could say.
      if (!timingSafeEqual(expected, Buffer.from(mac, "base64url"))) return "other_action";
      if (used.has(id)) return "used";
      const until = parseInt(expiry, 36);
      if (until <= time) return "expired";
      used.set(id, until);
      return "confirmed";
    },
  };
}

/**
 * The parts of an action in one fixed order and shape, so that no two actions share it. JSON keeps lone surrogates apart,
 * and the order of modifiers means nothing.
 */
function shown({ pid, windowId, candidate, text, modifiers = [], dragTo }: ConfirmedAction) {
  const end = dragTo === undefined ? null : "candidateId" in dragTo ? [dragTo.candidateId] : [dragTo.dx, dragTo.dy];
  return [
    pid,
    windowId,
    candidate.id,
    candidate.kind,
    candidate.does,
    text ?? null,
    [...new Set(modifiers)].sort(),
    end,
  ] as const;
}
