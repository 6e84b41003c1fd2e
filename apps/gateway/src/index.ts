export type { Tool } from "./define-tool.js";
export { startGateway, type Gateway, type GatewayOptions } from "./gateway.js";
export {
  createToolRunner,
  type GatewayChildren,
  type StartChildren,
  type ToolAnswer,
  type ToolRunner,
} from "./runner.js";
export { tools } from "./tools/registry.js";
export type { Answer, Caller } from "./context.js";
export { askMs } from "./limits.js";
export { renderAnswer, visible } from "./present/render.js";
export { fullIds } from "./present/short-ids.js";
export { presentOverview } from "./present/overview.js";
export { createShortIds, type ShortIds } from "./present/short-ids.js";
export { presentWindow } from "./present/window.js";
