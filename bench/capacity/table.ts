import { markdownTable } from './markdown-table.ts'
import { COSTS, type Cost, MIX } from './costs.ts'
import { limitsOf, type Site } from './model.ts'

const SITES: Site[] = [
  { machines: 1, processes: 1, databaseCores: 1, replicas: 0, cdn: false },
  { machines: 1, processes: 1, databaseCores: 1, replicas: 0, cdn: true },
  { machines: 1, processes: 4, databaseCores: 4, replicas: 0, cdn: false },
  { machines: 1, processes: 4, databaseCores: 4, replicas: 0, cdn: true },
  { machines: 2, processes: 8, databaseCores: 8, replicas: 0, cdn: true },
  { machines: 2, processes: 8, databaseCores: 8, replicas: 1, cdn: true },
  { machines: 4, processes: 16, databaseCores: 16, replicas: 2, cdn: true },
  { machines: 8, processes: 32, databaseCores: 32, replicas: 4, cdn: true },
]

const roughly = (people: number) => Number(people.toPrecision(2)).toLocaleString('en')

/** Capacity of a site by its size. */
export function capacityTable(): string {
  const head = [
    'machines × processes',
    'primary',
    'replicas',
    'CDN',
    'people at once',
    'first limit',
    'then',
    'encoder limit',
  ]
  const rows = SITES.map((site) => {
    const { machines, processes, databaseCores, replicas, cdn } = site
    const limits = limitsOf(site)
    // People do not wait for the encoder, only photos do.
    const encoder = limits.find(({ name }) => name === 'encoder')
    const [first, second] = limits.filter((limit) => limit !== encoder)
    if (!first || !second || !encoder) throw new Error('A site needs at least two limits and the encoder’s')
    return [
      `${machines} × ${processes}`,
      `${databaseCores} ${databaseCores === 1 ? 'core' : 'cores'}`,
      String(replicas),
      cdn ? 'yes' : 'no',
      roughly(first.people),
      first.name,
      `${second.name} at ${roughly(second.people)}`,
      roughly(encoder.people),
    ]
  })
  return markdownTable(head, rows)
}

/** The input of the computation. */
export function costTable(): string {
  const head = ['action', 'in Node, µs', 'in PostgreSQL, µs', 'of 1,000 people in a minute']
  const rows = Object.entries<Cost>(COSTS).map(([action, { node, reads = 0, writes = 0 }]) => [
    action,
    node.toLocaleString('en'),
    (reads + writes).toLocaleString('en'),
    MIX[action as keyof typeof MIX].toLocaleString('en'),
  ])
  return markdownTable(head, rows)
}
