export { runCommandLine } from "./command-line.js";
