/** Keys that only the ranker may see, because only it talks to the service they are for. */
export const rankerSecrets = ["JEV_API_KEY", "TYPESAFE_API_KEY"] as const;

export interface PeerAddress {
  readonly address: string;
  readonly eventsAddress: string;
}

/** Environment of a child: the supervisor's own, the child's settings, where it serves, and whom it may call. */
export function childEnv(
  own: NodeJS.ProcessEnv,
  role: string,
  settings: Readonly<Record<string, string>>,
  at: PeerAddress,
  peers: Readonly<Record<string, PeerAddress>>,
): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = {
    ...own,
    ...settings,
    BEANS_PICKER_ADDRESS: at.address,
    BEANS_PICKER_EVENTS: at.eventsAddress,
    BEANS_PICKER_PEERS: JSON.stringify(peers),
  };
  if (role === "ranker") return env;
  const secrets: ReadonlySet<string> = new Set(rankerSecrets);
  return Object.fromEntries(Object.entries(env).filter(([key]) => !secrets.has(key)));
}
