import { createHash, timingSafeEqual } from "node:crypto";
import type { Frame } from "@beans-picker/desktop";
import { CodedError } from "@beans-picker/shared";
import type { Look } from "./backend.js";
import type { Clock } from "./budget.js";

export interface StoreLimits {
  /** How long a snapshot stays after it was taken or last read, in ms. */
  readonly lifetimeMs: number;
  readonly perOwner: number;
  readonly total: number;
}

/** Two minutes to decide what to do with a window, and more snapshots than one client works on at a time. */
export const defaultLimits: StoreLimits = { lifetimeMs: 120_000, perOwner: 32, total: 256 };

export interface StoreOptions {
  readonly clock: Clock;
  /** Unguessable bytes. */
  readonly random: (bytes: number) => Uint8Array;
  readonly limits?: StoreLimits;
}

/** The part of the screen that a picture shows, and its pixels for each unit of that. */
export interface Pictured {
  readonly area: Frame;
  readonly scale: number;
}

interface Kept {
  readonly owner: Buffer;
  readonly look: Look;
  used: boolean;
  /** Where on the screen the picture taken with it is; absent when there is none. */
  picture?: Pictured;
  until: number;
}

/** 128 bits cannot be guessed. */
const ID_BYTES = 16;

/**
 * Snapshots by id. A snapshot belongs to its owner, is used up by one action, stays readable until it expires, and the
 * oldest goes first when there are too many. Whatever is wrong with an id, the refusal is the same, so it tells nothing.
 */
export class SnapshotStore {
  /** In the order in which they were taken. */
  readonly #kept = new Map<string, Kept>();
  readonly #limits: StoreLimits;

  constructor(private readonly options: StoreOptions) {
    this.#limits = options.limits ?? defaultLimits;
  }

  /** Keeps a look for `owner` and answers with its id. */
  add(owner: string, look: Look): string {
    this.#expire();
    const owned = digest(owner);
    const mine = [...this.#kept].filter(([, kept]) => timingSafeEqual(kept.owner, owned));
    for (const [id] of mine.slice(0, Math.max(0, mine.length - this.#limits.perOwner + 1))) this.#kept.delete(id);
    for (const [id] of [...this.#kept].slice(0, Math.max(0, this.#kept.size - this.#limits.total + 1))) {
      this.#kept.delete(id);
    }
    const id = Buffer.from(this.options.random(ID_BYTES)).toString("base64url");
    this.#kept.set(id, { owner: owned, look, used: false, until: this.#deadline() });
    return id;
  }

  /** The look, used or not, and a new lease of its life. Throws `snapshot_unavailable`. */
  read(owner: string, id: string): Look {
    const kept = this.#find(owner, id);
    kept.until = this.#deadline();
    return kept.look;
  }

  /** The look for one action. From now on it is used, whether or not the action succeeds. Throws `snapshot_unavailable`. */
  use(owner: string, id: string): Look {
    const kept = this.#find(owner, id);
    if (kept.used) throw unavailable();
    kept.used = true;
    return kept.look;
  }

  /** Notes that a picture was taken with a snapshot; `null` when it is not known what it shows. */
  pictured(owner: string, id: string, picture: Pictured | null): void {
    const kept = this.#find(owner, id);
    if (picture === null) delete kept.picture;
    else kept.picture = picture;
  }

  /** Where on the screen a point of the snapshot's own picture is. Throws `snapshot_unavailable`, `capture_required`. */
  pointOn(owner: string, id: string, x: number, y: number): { x: number; y: number } {
    const { picture } = this.#find(owner, id);
    if (picture === undefined) throw new CodedError("capture_required", undefined, { delivery: "not_delivered" });
    return { x: picture.area.x + x / picture.scale, y: picture.area.y + y / picture.scale };
  }

  /** Forgets everything of one owner. */
  release(owner: string): void {
    const owned = digest(owner);
    for (const [id, kept] of this.#kept) if (timingSafeEqual(kept.owner, owned)) this.#kept.delete(id);
  }

  /** Drops what has expired. Answers with how many snapshots are left. */
  sweep(): number {
    this.#expire();
    return this.#kept.size;
  }

  #find(owner: string, id: string): Kept {
    this.#expire();
    const kept = this.#kept.get(id);
    if (kept === undefined || !timingSafeEqual(kept.owner, digest(owner))) throw unavailable();
    return kept;
  }

  #expire(): void {
    const now = this.options.clock();
    for (const [id, kept] of this.#kept) if (kept.until <= now) this.#kept.delete(id);
  }

  #deadline(): number {
    return this.options.clock() + this.#limits.lifetimeMs;
  }
}

/** Owners of any length become texts of one length, which can be compared without telling how much of them agrees. */
function digest(owner: string): Buffer {
  return createHash("sha256").update(owner, "utf8").digest();
}

function unavailable(): CodedError {
  return new CodedError("snapshot_unavailable", undefined, { delivery: "not_delivered" });
}
