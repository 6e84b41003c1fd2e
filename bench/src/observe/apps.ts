import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  manyRowsCommand,
  startFixture,
  startGtk4Fixture,
  startQtFixture,
  startWebFixture,
} from "@beans-picker/fixture";
import type { Sandbox } from "@beans-picker/sandbox";

export interface OpenWindow {
  readonly pid: number;
  readonly windowId: number;
  stop(): Promise<unknown>;
}

/** A window that may not be there yet when only its process is known. */
export type Opened = OpenWindow | { readonly pid: number; stop(): Promise<unknown> };

/** One app of the bench. */
export interface App {
  readonly name: string;
  readonly toolkit: "GTK 3" | "GTK 4" | "Qt 5" | "Chromium" | "LibreOffice";
  /** Debian package that brings it, and the program that must be there. */
  readonly package: string;
  readonly program: string;
  /** The driver takes longer than a minute or stops the app for good, so that only our own looks are measured. */
  readonly driverHangs?: true;
  open(sandbox: Sandbox): Promise<Opened>;
}

const text = `${Array.from({ length: 200 }, (_, line) => `Line ${line + 1} of a text that somebody wrote.`).join("\n")}\n`;

/** Rows of the long lists. */
const rows = 10_000;

const zenityForm = [
  "--forms",
  "--title=Form",
  "--text=Who are you?",
  "--add-entry=First name",
  "--add-entry=Last name",
  "--add-password=Password",
  "--add-calendar=Birthday",
  "--add-combo=Country",
  "--combo-values=Austria|Brazil|Canada",
];

export const apps: readonly App[] = [
  {
    name: "fixture-gtk3",
    toolkit: "GTK 3",
    package: "gir1.2-gtk-3.0",
    program: "/usr/bin/python3",
    open: ({ env }) => startFixture({ env }),
  },
  program("mousepad", "GTK 3", "mousepad", textFile),
  program("gedit", "GTK 3", "gedit", textFile),
  program("zenity-forms", "GTK 3", "zenity", () => zenityForm),
  program("galculator", "GTK 3", "galculator"),
  program("gucharmap", "GTK 3", "gucharmap"),
  program("file-roller", "GTK 3", "file-roller"),
  program("eog", "GTK 3", "eog", picture),
  { ...program("xfce4-appearance-settings", "GTK 3", "xfce4-appearance-settings"), package: "xfce4-settings" },
  program("gnome-calculator", "GTK 4", "gnome-calculator"),
  program("gnome-text-editor", "GTK 4", "gnome-text-editor", textFile),
  {
    name: "fixture-gtk4",
    toolkit: "GTK 4",
    package: "gir1.2-gtk-4.0",
    program: "/usr/bin/python3",
    open: ({ env }) => startGtk4Fixture({ env }),
  },
  program("featherpad", "Qt 5", "featherpad", textFile),
  program("qpdfview", "Qt 5", "qpdfview"),
  {
    name: "fixture-qt",
    toolkit: "Qt 5",
    package: "python3-pyqt5",
    program: "/usr/bin/python3",
    open: ({ env }) => startQtFixture({ env }),
  },
  {
    name: "chromium-page",
    toolkit: "Chromium",
    package: "chromium",
    program: "chromium",
    open: ({ env }) => startWebFixture({ env }),
  },
  manyRows("rows-gtk3", "GTK 3", "gtk3", "gir1.2-gtk-3.0"),
  manyRows("rows-qt", "Qt 5", "qt", "python3-pyqt5"),
  program("qalculate-gtk", "GTK 3", "qalculate-gtk"),
  office("libreoffice-writer", "--writer"),
  // After the driver's look at its 2 ^ 31 cells the app answers nobody any more.
  { ...office("libreoffice-calc", "--calc"), driverHangs: true },
];

function manyRows(name: string, toolkit: App["toolkit"], kind: "gtk3" | "qt", needs: string): App {
  const [command, ...args] = manyRowsCommand(kind, rows);
  return { ...program(name, toolkit, command, () => args), package: needs, driverHangs: true };
}

function office(name: string, what: string): App {
  const args = ({ dir }: Sandbox): string[] => [
    `-env:UserInstallation=file://${dir}/office`,
    "--norestore",
    "--nologo",
    what,
  ];
  return { ...program(name, "LibreOffice", "soffice", args), package: `${name} libreoffice-gtk3` };
}

function program(
  name: string,
  toolkit: App["toolkit"],
  command: string,
  args: (sandbox: Sandbox) => Promise<readonly string[]> | readonly string[] = () => [],
): App {
  return {
    name,
    toolkit,
    package: command,
    program: command,
    open: async (sandbox) => {
      const started = await sandbox.launch(command, await args(sandbox));
      return { pid: started.pid, stop: () => started.stop() };
    },
  };
}

async function textFile({ dir }: Sandbox): Promise<string[]> {
  const file = join(dir, "note.txt");
  await writeFile(file, text);
  return [file];
}

async function picture(sandbox: Sandbox): Promise<string[]> {
  const file = join(sandbox.dir, "screen.png");
  await sandbox.screenshot(file);
  return [file];
}
