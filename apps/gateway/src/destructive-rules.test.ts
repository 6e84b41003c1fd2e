import { chmodSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CodedError } from "@beans-picker/shared";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readDestructiveRules } from "./destructive-rules.js";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "rules-"));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const uid = process.getuid?.();
function write(name: string, text: string, mode = 0o600): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  chmodSync(path, mode);
  return path;
}
async function refusal(path: string, user: number | undefined = uid): Promise<string> {
  return readDestructiveRules(path, user).then(
    () => "was used",
    (error: unknown) => (error instanceof CodedError ? `${error.code}: ${error.message}` : "another error"),
  );
}

describe("the file of a person's own rules", () => {
  it("is read when it is named, and nothing is missing when it is not [destructive.configurable]", async () => {
    const path = write("good.json", '{"version": 1, "add": [{"label": "Ship it", "category": "publish"}]}');
    expect((await readDestructiveRules(path, uid))?.categoryOf("ship it", "App")).toBe("publish");
    expect(await readDestructiveRules(undefined, uid)).toBeUndefined();
    expect(await readDestructiveRules("", uid)).toBeUndefined();
  });

  it("is refused when somebody else could have written it, or it is no plain file [code.rules_unusable]", async () => {
    const good = '{"version": 1}';
    expect(await refusal(write("open.json", good, 0o622))).toContain("rules_unusable: ");
    const plain = write("plain.json", good);
    symlinkSync(plain, join(folder, "link.json"));
    expect(await refusal(join(folder, "link.json"))).toContain("is a link");
    expect(await refusal(folder)).toContain("no regular file");
    expect(await refusal(join(folder, "missing.json"))).toContain("cannot be opened");
    expect(await refusal("rules.json")).toContain("no absolute path");
  });

  it("is refused as a whole when a part of it is wrong, without showing it", async () => {
    const message = await refusal(write("bad.json", '{"version": 1, "remove": [{"label": "hunter2", "apps": []}]}'));
    expect(message).toContain("rules_unusable: ");
    expect(message).not.toContain("hunter2");
    expect(await refusal(write("large.json", " ".repeat(300_000)))).toContain("256 KiB");
  });
});
