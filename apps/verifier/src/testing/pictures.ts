import { snapshot, type Role, type Snapshot, type SnapshotNode } from "@beans-picker/desktop";

export const target = { pid: 4321, windowId: 77 };

/** Handles of the controls of {@link picture}. */
export const handles = { window: 1, wifi: 2, name: 3, save: 4, clock: 5, report: 6 } as const;

export interface Look {
  readonly wifi?: boolean;
  readonly name?: string;
  readonly save?: string;
  /** The back end cannot read what the name field holds. */
  readonly hidden?: boolean;
  readonly clock?: string;
  /** A dialog that is open over the window. */
  readonly dialog?: string;
}

/** A settings window with a checkbox, a text field, a button and a clock, as a desktop process would describe it. */
export function picture({
  wifi = false,
  name = "",
  save = "Save",
  clock = "10:00",
  hidden = false,
  dialog,
}: Look = {}): Snapshot {
  const part = (handle: number, role: Role, label: string, more: Partial<SnapshotNode> = {}) => ({
    handle,
    parent: handles.window,
    depth: 1,
    role,
    label,
    rawLabel: label,
    states: { enabled: true },
    actions: ["press"],
    inWeb: false,
    operable: true,
    ...more,
  });
  const nodes = [
    part(handles.window, "window", "Settings", { parent: null, depth: 0 }),
    part(handles.wifi, "checkbox", "Wi-Fi", { states: { enabled: true, checked: wifi } }),
    part(handles.name, "textfield", "Name", hidden ? {} : { value: name, rawValue: name, valueExact: true }),
    part(handles.save, "button", save),
    part(handles.clock, "text", clock),
    ...(dialog === undefined ? [] : [part(handles.report, "dialog", dialog)]),
  ];
  return snapshot.parse({
    platform: "linux",
    backend: "scripted",
    window: { ...target, app: "Settings", title: "Settings", otherWindows: [], frontmost: false },
    nodes,
    texts: [{ handle: handles.clock, text: clock, raw: clock }],
    menus: [],
    modal: dialog === undefined ? null : { handle: handles.report, role: "dialog", label: dialog },
    completeness: { complete: true, reasons: [] },
  });
}
