import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '#server/platform/db/connect.ts'
import type { Listener } from '#server/platform/db/listener.ts'
import type { Secrets } from '#server/platform/process/secrets.ts'
import { findProcessWarnings, type ProcessFacts, type Warnings } from './warnings.ts'

const CHANNEL = 'roll_call'
const FINGERPRINT_CHARACTERS = 12
/** Wait for answers; a live process answers within moments. */
const TIMEOUT_MILLISECONDS = 2000
/** Limits that keep a notification below 8,000 bytes. */
const LINES_MOST = 5
const LINE_CHARACTERS = 300

interface Deps {
  db: Database
  listener: Listener
  secrets: Secrets
}

export interface Present {
  /** Machine and number of the process. */
  process: string
  /** Fingerprint of its key for signatures, which reveals nothing of the key. */
  key: string
  /** Warnings of the process for operators. */
  warnings: Warnings[]
}

const shortened = ({ cause, lines }: Warnings): Warnings => ({
  cause,
  lines: lines.slice(0, LINES_MOST).map((line) => line.slice(0, LINE_CHARACTERS)),
})

export const keyFingerprint = (secrets: Secrets): string =>
  Buffer.from(secrets.keyFor('roll-call')).toString('hex').slice(0, FINGERPRINT_CHARACTERS)

const notify = (db: Database, channel: string, payload: string) =>
  sql`select pg_notify(${channel}, ${payload})`.execute(db)

/**
 * Answers `callRoll` in every serving process. Notifications arrive in order, so the process has also received all
 * earlier ones.
 */
export function answerRollCalls({ db, listener, secrets, ...facts }: Deps & ProcessFacts): void {
  async function answer(answerTo: string) {
    const present: Present = {
      process: `${hostname()}:${process.pid}`,
      key: keyFingerprint(secrets),
      warnings: (await findProcessWarnings(facts)).map(shortened),
    }
    await notify(db, answerTo, JSON.stringify(present))
  }
  listener.on(CHANNEL, (answerTo) => void answer(answerTo).catch(() => undefined))
}

/** Lists the processes of the site that use this database. */
export async function callRoll({ db, listener }: Pick<Deps, 'db' | 'listener'>): Promise<Present[]> {
  const answers: Present[] = []
  const answerTo = `${CHANNEL} ${randomUUID()}`
  await new Promise<void>((listening) => {
    listener.on(answerTo, (answer) => answers.push(JSON.parse(answer) as Present))
    listener.onListening(listening)
  })
  await notify(db, CHANNEL, answerTo)
  await sleep(TIMEOUT_MILLISECONDS)
  return answers
}
