import { runDemo } from "./demo.js";

const usage = `usage: npm run demo [-- --here]

Opens a form and another app in front of it, and lets beans-picker fill in the form in the background.
  --here   use the desktop you are logged in to instead of a private headless one
`;

const args = process.argv.slice(2);
if (args.includes("--help") || args.includes("-h")) {
  process.stdout.write(usage);
} else if (args.some((arg) => arg !== "--here")) {
  process.stderr.write(usage);
  process.exitCode = 2;
} else {
  process.exitCode = await runDemo({ here: args.includes("--here") });
}
