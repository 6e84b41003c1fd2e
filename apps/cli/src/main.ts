/** Without arguments this is an MCP server, and a client waits for its greeting: nothing else is loaded for that. */
const [first, ...rest] = process.argv.slice(2);
if (first === undefined || (first === "mcp" && rest.length === 0)) {
  const { serve } = await import("./serve.js");
  await serve();
  process.exit(0);
} else {
  const { runCommandLine } = await import("./command-line.js");
  process.exitCode = await runCommandLine(process.argv.slice(2));
}
