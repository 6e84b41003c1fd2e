export { type AtspiAccessibility, openAccessibility } from "./open.js";
