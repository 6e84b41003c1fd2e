/** How to register the server with the clients, with absolute paths: apps started from a menu often lack a full PATH. */
export interface ClientLines {
  readonly claude: string;
  readonly codex: string;
}

/** Variables a Linux desktop app is reached through; Codex passes on only those it is told of. */
const desktopVariables = ["DISPLAY", "XAUTHORITY", "DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR"];

export function clientLines(node: string, script: string): ClientLines {
  return {
    claude: `claude mcp add --scope user beans-picker -- ${shellWord(node)} ${shellWord(script)}`,
    codex: [
      "[mcp_servers.beans-picker]",
      `command = ${JSON.stringify(node)}`,
      `args = [${JSON.stringify(script)}]`,
      `env_vars = [${desktopVariables.map((name) => JSON.stringify(name)).join(", ")}]`,
    ].join("\n"),
  };
}

function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
