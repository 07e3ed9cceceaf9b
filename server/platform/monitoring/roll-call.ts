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
/** A process that is alive answers in moments. */
const PATIENCE_MILLISECONDS = 2000
/** A notification holds less than 8,000 bytes. */
const LINES_MOST = 5
const LINE_CHARACTERS = 300

interface Deps {
  db: Database
  listener: Listener
  secrets: Secrets
}

export interface Present {
  /** Its machine and number. */
  process: string
  /** By which its key for signatures is known from others; reveals nothing of it. */
  key: string
  /** What it sees that needs an operator. */
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

/** Every process that serves answers `callRoll`, after all that was announced before the call. */
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

/** The processes of the site that run on this database. */
export async function callRoll({ db, listener }: Pick<Deps, 'db' | 'listener'>): Promise<Present[]> {
  const answers: Present[] = []
  const answerTo = `${CHANNEL} ${randomUUID()}`
  await new Promise<void>((listening) => {
    listener.on(answerTo, (answer) => answers.push(JSON.parse(answer) as Present))
    listener.onListening(listening)
  })
  await notify(db, CHANNEL, answerTo)
  await sleep(PATIENCE_MILLISECONDS)
  return answers
}
