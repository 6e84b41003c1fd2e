export { mutateFrame } from "./mutate-frame.js";
export { seededRandom, type Random } from "./random.js";
