/** What `GET /v1/models` lists, as recorded from the service: aliases only. */
export const models = [
  {
    name: "jev-latest",
    description: "Latest stable release",
    release_date: "2026-09-10T18:38:01.391457+00:00",
  },
  { name: "jev-preview", description: "Preview release", release_date: "2026-09-10T18:39:06.000000+00:00" },
] as const;

/** Names that are answered, and the version that answers. */
export const resolved: ReadonlyMap<string, string> = new Map([
  ["jev-latest", "jev-1.13.0"],
  ["jev-preview", "jev-1.14.0"],
  ["jev-1.13.0", "jev-1.13.0"],
  ["jev-1.14.0", "jev-1.14.0"],
]);
