import type { Tool } from "../define-tool.js";
import { actTool } from "./act.js";
import { extractTool } from "./extract.js";
import { launchAppTool } from "./launch-app.js";
import { observeTool } from "./observe.js";
import { recordStartTool } from "./record-start.js";
import { recordStopTool } from "./record-stop.js";
import { screenshotTool } from "./screenshot.js";
import { windowsTool } from "./windows.js";

/** Every tool of the server, in alphabetical order so that the list is stable. */
export const tools: readonly Tool[] = [
  actTool,
  extractTool,
  launchAppTool,
  observeTool,
  recordStartTool,
  recordStopTool,
  screenshotTool,
  windowsTool,
];
