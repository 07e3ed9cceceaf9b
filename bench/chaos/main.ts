import { parseArgs } from 'node:util'
import { type ChaosReport, runChaos } from './run.ts'

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '4312' },
    /** Fraction of the full plan, such as 0.1. */
    part: { type: 'string', default: '1' },
    /** Number of processes that share the port. */
    processes: { type: 'string', default: '2' },
    /** 0: the database has no replica and is restarted itself. */
    promotions: { type: 'string', default: '1' },
  },
})
const of = (whole: number) => Math.max(1, Math.round(whole * Number(values.part)))

const ROWS: [name: string, figure: (report: ChaosReport) => number | string, goal?: number][] = [
  ['messages acknowledged', (report) => report.acknowledged],
  ['reconnects', (report) => report.reconnects],
  ['lost', ({ faults }) => faults.lost, 0],
  ['doubled', ({ faults }) => faults.doubled, 0],
  ['changed', ({ faults }) => faults.changed, 0],
  ['out of order', ({ faults }) => faults.disordered, 0],
  ['in the database but never sent', ({ faults }) => faults.invented, 0],
  ['not shown to one of the two', ({ faults }) => faults['not shown'], 0],
  ['shown twice or in the wrong order', ({ faults }) => faults['shown wrongly'], 0],
  ['racing retries', ({ racing }) => `${racing.sent} of ${racing.keys} messages`],
  ['surplus or missing rows of these', ({ racing }) => Math.abs(racing.rows - racing.keys), 0],
  ['answers that named another row', ({ racing }) => racing.different, 0],
  ['messages sent while the recipient connects', ({ joinRaces }) => joinRaces.raced],
  ['missed messages of these', ({ joinRaces }) => joinRaces.missed, 0],
]

// Exits through the 'exit' event, in which the database stops.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

const plan = {
  port: Number(values.port),
  messages: of(50_000),
  pairs: of(150),
  processes: Number(values.processes),
  kills: of(10),
  processKills: Number(values.processes) > 1 ? of(20) : 0,
  // All renewals in every part, because each is a separate fault.
  renewals: Number(values.processes) > 1 ? 10 : 0,
  restarts: of(10),
  promotion: values.promotions !== '0',
  cuts: of(100),
  racingRetries: of(10_000),
  joinRaces: of(10_000),
}
console.error(
  `${plan.processes} processes, ${plan.processKills} kills of one, ${plan.kills} of all, ${plan.renewals} renewals, ${plan.restarts} database restarts, ${plan.promotion ? 'a promotion' : 'no promotion'}, ${plan.cuts} cuts of connections`,
)
const report = await runChaos({ ...plan, say: (text) => console.error(text) })
for (const [name, figure, goal] of ROWS) {
  const value = figure(report)
  const verdict = goal === undefined ? '' : value === goal ? 'ok' : `MUST BE ${goal}`
  console.log(`${name.padEnd(42)} ${String(value).padStart(24)}  ${verdict}`)
  if (goal !== undefined && value !== goal) process.exitCode = 1
}
const { sending, racing, joinRaces } = report.seconds
console.log(`in ${sending.toFixed(0)} s, ${racing.toFixed(0)} s and ${joinRaces.toFixed(0)} s`)
