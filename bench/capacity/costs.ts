/** Microseconds of processor time. */
export interface Cost {
  node: number
  /** Of statements that a replica may answer. */
  reads?: number
  /** Of statements that only the primary answers. */
  writes?: number
}

export type Action = keyof typeof COSTS

/**
 * What one costs, by `npm run bench -- costs` on two shared cores that others had busy: reads of the market among
 * 1,000,000 products, conversations and pictures among 5,000. Only the proportions count: a quiet machine takes a third
 * to a half. What receiving a photo costs beside its encoding is assumed.
 */
export const COSTS = {
  'page that lies ready': { node: 150 },
  'public reply that lies ready': { node: 121 },
  'product, not from memory': { node: 900, reads: 850 },
  'first search of its words': { node: 2_460, reads: 11_490 },
  'rare page of a list': { node: 11_290, reads: 12_581 },
  'list of conversations': { node: 760, reads: 440 },
  'message, sent, shown and read': { node: 3_506, writes: 3_211 },
  'picture from the disk': { node: 1_128 },
  'photo received': { node: 20_000, writes: 10_000 },
} as const satisfies Record<string, Cost>

/** Of the encoder, which takes one photo after the other, on each machine in one process. */
export const ENCODING_MICROSECONDS = 1_473_000
/** What an event costs each process that did not send it. Not measured: half of what sending one to a socket took (182 µs). */
export const RECEIVING_MICROSECONDS = 90
/** Of people who have the site open, those who are signed in: each holds a socket. */
export const SIGNED_IN = 0.4
/** Of all processes of a machine (`server/platform/http/http-server.ts`). */
export const CONNECTIONS_OF_A_MACHINE = 20_000
/** What replaying a write costs a replica, as part of the write. Not measured: replaying neither plans nor runs triggers. */
export const REPLAY_PART = 0.3
/** Of reads that replicas may answer, those that the primary did beside 200 public changes a second (decision 0028). */
export const READ_AT_PRIMARY = 0.011

/** What a thousand people who have the site open do in a minute. An assumption: no market of this software is that old. */
export const MIX: Record<Action, number> = {
  'page that lies ready': 600,
  'public reply that lies ready': 2_000,
  'product, not from memory': 800,
  'first search of its words': 300,
  'rare page of a list': 100,
  'list of conversations': 250,
  'message, sent, shown and read': 120,
  'picture from the disk': 12_000,
  'photo received': 5,
}

/** What a CDN that is purged by keys takes off the site, as a part. Assumed: lists change all the time, products seldom. */
export const TAKEN_BY_CDN: Partial<Record<Action, number>> = {
  'page that lies ready': 0.5,
  'public reply that lies ready': 0.5,
  'product, not from memory': 0.8,
  'rare page of a list': 0.2,
  'picture from the disk': 0.97,
}
