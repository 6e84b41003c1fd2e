import type { Draft } from "./draft.js";

/**
 * Qt marks no tab as selected, but names the list of tabs by the current one. Where exactly one tab has that name, it is
 * the selected one and the others are not; where none or several have it, nothing is known.
 */
export function chooseTabs(drafts: readonly Draft[]): void {
  const groups = new Map<Draft, Draft[]>();
  for (const draft of drafts) {
    const group = draft.parent;
    if (draft.role !== "tab" || draft.inWeb || group?.role !== "tabgroup") continue;
    const tabs = groups.get(group);
    if (tabs === undefined) groups.set(group, [draft]);
    else tabs.push(draft);
  }
  for (const [group, tabs] of groups) {
    const named = tabs.filter(({ rawLabel }) => rawLabel !== "" && rawLabel === group.rawLabel);
    if (named.length !== 1 || tabs.some(({ states }) => states.selected === true)) continue;
    for (const tab of tabs) tab.states = { ...tab.states, selected: tab === named[0] };
  }
}
