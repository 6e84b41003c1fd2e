import type { Contract } from "./define.js";
import { desktopContract } from "./methods/desktop.js";
import { rankerContract } from "./methods/ranker.js";
import { verifierContract } from "./methods/verifier.js";
import { watcherContract } from "./methods/watcher/index.js";

/** Every contract of the product, one per process role. */
export const contracts: readonly Contract[] = [desktopContract, rankerContract, verifierContract, watcherContract];
