/** Interfaces of AT-SPI. Source: the D-Bus interface files of at-spi2-core. */
export const atspi = {
  accessible: "org.a11y.atspi.Accessible",
  action: "org.a11y.atspi.Action",
  application: "org.a11y.atspi.Application",
  cache: "org.a11y.atspi.Cache",
  component: "org.a11y.atspi.Component",
  document: "org.a11y.atspi.Document",
  editableText: "org.a11y.atspi.EditableText",
  selection: "org.a11y.atspi.Selection",
  table: "org.a11y.atspi.Table",
  text: "org.a11y.atspi.Text",
  value: "org.a11y.atspi.Value",
} as const;

export const properties = "org.freedesktop.DBus.Properties";

/** The registry of applications on the accessibility bus. */
export const registry = {
  destination: "org.a11y.atspi.Registry",
  root: "/org/a11y/atspi/accessible/root",
  path: "/org/a11y/atspi/registry",
  interface: "org.a11y.atspi.Registry",
} as const;

export const cachePath = "/org/a11y/atspi/cache";

/** What stands for "no object". */
export const nullPath = "/org/a11y/atspi/null";

/** The bits of AtspiStateType, in order. Source: atspi-constants.h of at-spi2-core 2.46. */
export const stateNames = [
  "invalid",
  "active",
  "armed",
  "busy",
  "checked",
  "collapsed",
  "defunct",
  "editable",
  "enabled",
  "expandable",
  "expanded",
  "focusable",
  "focused",
  "has-tooltip",
  "horizontal",
  "iconified",
  "modal",
  "multi-line",
  "multiselectable",
  "opaque",
  "pressed",
  "resizable",
  "selectable",
  "selected",
  "sensitive",
  "showing",
  "single-line",
  "stale",
  "transient",
  "vertical",
  "visible",
  "manages-descendants",
  "indeterminate",
  "required",
  "truncated",
  "animated",
  "invalid-entry",
  "supports-autocompletion",
  "selectable-text",
  "is-default",
  "visited",
  "checkable",
  "has-popup",
  "read-only",
] as const;

/** The values of AtspiRelationType, in order. Source: atspi-constants.h of at-spi2-core 2.46. */
export const relationNames = [
  "null",
  "label-for",
  "labelled-by",
  "controller-for",
  "controlled-by",
  "member-of",
  "tooltip-for",
  "node-child-of",
  "node-parent-of",
  "extended",
  "flows-to",
  "flows-from",
  "subwindow-of",
  "embeds",
  "embedded-by",
  "popup-for",
  "parent-window-of",
  "description-for",
  "described-by",
  "details",
  "details-for",
  "error-message",
  "error-for",
] as const;

/** Numbers of AtspiRole that decide what is read. Source: atspi-constants.h of at-spi2-core 2.46. */
export const roleNumbers = {
  checkBox: 7,
  checkMenuItem: 8,
  comboBox: 11,
  label: 29,
  list: 31,
  menu: 33,
  menuItem: 35,
  pageTabList: 38,
  passwordText: 40,
  popupMenu: 41,
  radioButton: 44,
  radioMenuItem: 45,
  scrollBar: 48,
  scrollPane: 49,
  slider: 51,
  spinButton: 52,
  table: 55,
  terminal: 60,
  text: 61,
  toggleButton: 62,
  tree: 65,
  treeTable: 66,
  viewport: 68,
  extended: 70,
  paragraph: 73,
  application: 75,
  entry: 79,
  listBox: 98,
} as const;

/** Roles of web pages and documents, whose objects say what they are in their attributes. */
export const documentRoles: ReadonlySet<number> = new Set([82, 92, 93, 94, 95, 96]);
