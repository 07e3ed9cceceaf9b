/** Microseconds of processor time. */
export interface Cost {
  node: number
  /** Time of statements that a replica may answer. */
  reads?: number
  /** Time of statements that only the primary answers. */
  writes?: number
}

export type Action = keyof typeof COSTS

/**
 * Cost of one action, measured by `npm run bench -- costs` on two shared, busy cores: reads of the market
 * among 1,000,000 products, conversations and pictures among 5,000. Only the proportions matter: a quiet
 * machine takes a third to a half. The cost of receiving a photo, apart from its encoding, is assumed.
 */
export const COSTS = {
  'cached page': { node: 150 },
  'cached public reply': { node: 121 },
  'uncached product': { node: 900, reads: 850 },
  'search for new words': { node: 2_460, reads: 11_490 },
  'rare list page': { node: 11_290, reads: 12_581 },
  'list of conversations': { node: 760, reads: 440 },
  'message sent, shown and read': { node: 3_506, writes: 3_211 },
  'picture from the disk': { node: 1_128 },
  'photo received': { node: 20_000, writes: 10_000 },
} as const satisfies Record<string, Cost>

/** Time of the encoder, which encodes one photo after another in one process of each machine. */
export const ENCODING_MICROSECONDS = 1_473_000
/**
 * Cost of an event for each process that did not send it. Not measured: half the cost of sending one to a
 * socket (182 µs).
 */
export const RECEIVING_MICROSECONDS = 90
/** Share of signed-in people, who hold a socket, among all with the site open. */
export const SIGNED_IN = 0.4
/** Connections of all processes of a machine (`server/platform/http/limits/connections.ts`). */
export const CONNECTIONS_OF_A_MACHINE = 20_000
/**
 * A replica's cost of replaying a write, as a share of the write. Not measured: replaying neither plans nor
 * runs triggers.
 */
export const REPLAY_PART = 0.3
/** Share of replica reads that the primary answered during 200 public changes a second (decision 0028). */
export const READ_AT_PRIMARY = 0.011

/**
 * Actions per minute of a thousand people with the site open. An assumption: no market of this software is
 * that old.
 */
export const MIX: Record<Action, number> = {
  'cached page': 600,
  'cached public reply': 2_000,
  'uncached product': 800,
  'search for new words': 300,
  'rare list page': 100,
  'list of conversations': 250,
  'message sent, shown and read': 120,
  'picture from the disk': 12_000,
  'photo received': 5,
}

/**
 * Share of requests that a CDN with key-based purges answers. Assumed: lists change all the time, products
 * rarely.
 */
export const TAKEN_BY_CDN: Partial<Record<Action, number>> = {
  'cached page': 0.5,
  'cached public reply': 0.5,
  'uncached product': 0.8,
  'rare list page': 0.2,
  'picture from the disk': 0.97,
}
