import { spawn, spawnSync } from "node:child_process";
import { definedEnv, until } from "./session.js";

/** A real calculator, and what it shows, read by another accessibility client than ours. */
export interface Calculator {
  readonly pid: number;
  display(): string;
  stop(): void;
}

/** Prints the text of the first text area of the calculator. */
const reader = `
import gi
gi.require_version("Atspi", "2.0")
from gi.repository import Atspi

def find(node):
    if node.get_role_name() == "text":
        return node
    for index in range(node.get_child_count()):
        child = node.get_child_at_index(index)
        found = find(child) if child else None
        if found:
            return found

desktop = Atspi.get_desktop(0)
for index in range(desktop.get_child_count()):
    app = desktop.get_child_at_index(index)
    if app and app.get_name() == "gnome-calculator":
        field = find(app)
        if field:
            print("display:" + Atspi.Text.get_text(field.get_text_iface(), 0, -1))
`;

export async function startCalculator(): Promise<Calculator> {
  const app = spawn("gnome-calculator", [], { env: definedEnv(), stdio: "ignore" });
  const read = (): string | undefined => {
    const { stdout } = spawnSync("/usr/bin/python3", ["-c", reader], {
      env: definedEnv(),
      encoding: "utf8",
      timeout: 20_000,
    });
    return /^display:(.*)$/mu.exec(stdout)?.[1];
  };
  await until("the calculator's display", read, 60_000);
  return {
    pid: app.pid ?? 0,
    // Directional marks and thin spaces are there for the eye.
    display: () => (read() ?? "").replace(/[\u200e\u200f\u2066-\u2069\u2009\u202f]/gu, ""),
    stop: () => void app.kill("SIGKILL"),
  };
}
