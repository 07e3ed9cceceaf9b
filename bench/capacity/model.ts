import {
  type Action,
  CONNECTIONS_OF_A_MACHINE,
  type Cost,
  COSTS,
  ENCODING_MICROSECONDS,
  RECEIVING_MICROSECONDS,
  MIX,
  READ_AT_PRIMARY,
  REPLAY_PART,
  SIGNED_IN,
  TAKEN_BY_CDN,
} from './costs.ts'

export interface Site {
  /** Web machines, each with this number of processes. */
  machines: number
  processes: number
  /** Cores of the primary and of each replica. */
  databaseCores: number
  replicas: number
  cdn: boolean
}

/** Usable share of a resource: above it, waiting times grow in a burst of a second. */
const USABLE = 0.7
const MICROSECONDS_A_MINUTE = 60e6
const MESSAGE = 'message sent, shown and read'
/** One event for the sending and one for the reading. */
const EVENTS_OF_A_MESSAGE = 2

export interface Limit {
  name: 'processes' | 'primary' | 'replicas' | 'encoder' | 'connections'
  /** Number of simultaneous people at this limit. */
  people: number
}

/** Actions per person and minute that reach the site. */
function actionsOf(cdn: boolean): { action: Action; each: number }[] {
  return (Object.entries(MIX) as [Action, number][]).map(([action, perThousand]) => ({
    action,
    each: (perThousand / 1000) * (1 - (cdn ? (TAKEN_BY_CDN[action] ?? 0) : 0)),
  }))
}

/** Microseconds that one person needs per minute. */
function demandOf({ cdn, machines, processes, replicas }: Site) {
  const sum = (costOf: (cost: Cost) => number) =>
    actionsOf(cdn).reduce((total, { action, each }) => total + each * costOf(COSTS[action]), 0)
  const reads = sum((cost) => cost.reads ?? 0)
  const writes = sum((cost) => cost.writes ?? 0)
  const received = (MIX[MESSAGE] / 1000) * EVENTS_OF_A_MESSAGE * (machines * processes - 1)
  const atPrimary = replicas > 0 ? READ_AT_PRIMARY : 1
  return {
    node: sum((cost) => cost.node) + received * RECEIVING_MICROSECONDS,
    primary: writes + reads * atPrimary,
    replicas: (reads * (1 - atPrimary)) / Math.max(1, replicas) + writes * REPLAY_PART,
    encoder: (MIX['photo received'] / 1000) * ENCODING_MICROSECONDS,
  }
}

/** All limits, lowest first. */
export function limitsOf(site: Site): Limit[] {
  const { machines, processes, databaseCores, replicas } = site
  const demand = demandOf(site)
  const people = (cores: number, each: number) => (cores * USABLE * MICROSECONDS_A_MINUTE) / each
  const limits: Limit[] = [
    { name: 'processes', people: people(machines * processes, demand.node) },
    { name: 'primary', people: people(databaseCores, demand.primary) },
    { name: 'encoder', people: people(machines, demand.encoder) },
    { name: 'connections', people: (machines * CONNECTIONS_OF_A_MACHINE * USABLE) / SIGNED_IN },
  ]
  if (replicas > 0) limits.push({ name: 'replicas', people: people(databaseCores, demand.replicas) })
  return limits.toSorted((one, other) => one.people - other.people)
}
