import { sql } from 'kysely'
import { RULES_CHANNEL } from '#server/moderation/guard/rules.ts'
import type { Database } from '#server/platform/db/connect.ts'
import type { Connected, MessageLoad } from '#bench/load/message-load.ts'
import { median } from '#bench/load/percentile.ts'
import type { Row } from './report.ts'

const ROUNDS = 3
const PER_SECOND = 100
const SECONDS = 5

interface Guarded {
  url: string
  db: Database
  load: MessageLoad
  pairs: [Connected, Connected][]
}

async function setRules(db: Database, areLive: boolean): Promise<void> {
  await sql`update guard_rules set is_live = ${areLive}`.execute(db)
  await sql`select pg_notify(${RULES_CHANNEL}, '')`.execute(db)
}

/** Measures the delay that the guard's rules add to a message, by alternating runs with and without them. */
export async function guardedRows({ url, db, load, pairs }: Guarded): Promise<Row[]> {
  const speeds = { with: [] as { p50: number; p99: number }[], without: [] as { p50: number; p99: number }[] }
  const run = () =>
    load.run({ kind: 'send', url, pairs, perSecond: PER_SECOND, seconds: SECONDS, reads: false })
  // The first messages of a process are slower.
  await run()
  for (let round = 0; round < ROUNDS; round += 1) {
    await setRules(db, false)
    speeds.without.push(await run())
    await setRules(db, true)
    speeds.with.push(await run())
  }
  return (['p50', 'p99'] as const).map((part) => ({
    name: `message sent to shown, added by the guard (${part})`,
    figure:
      median(speeds.with.map((speed) => speed[part])) - median(speeds.without.map((speed) => speed[part])),
    unit: 'ms',
    atMost: 2,
  }))
}
