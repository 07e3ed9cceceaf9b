import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '#server/platform/db/connect.ts'
import type { Listener } from '#server/platform/db/listener.ts'
import type { Secrets } from './secrets.ts'

const CHANNEL = 'roll_call'
const FINGERPRINT_CHARACTERS = 12
/** A process that is alive answers in moments. */
const PATIENCE_MILLISECONDS = 2000

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
}

export const keyFingerprint = (secrets: Secrets): string =>
  Buffer.from(secrets.keyFor('roll-call')).toString('hex').slice(0, FINGERPRINT_CHARACTERS)

const notify = (db: Database, channel: string, payload: string) =>
  sql`select pg_notify(${channel}, ${payload})`.execute(db)

/** Every process that serves answers `callRoll`, after all that was announced before the call. */
export function answerRollCalls({ db, listener, secrets }: Deps): void {
  listener.on(CHANNEL, (answerTo) => {
    const present: Present = { process: `${hostname()}:${process.pid}`, key: keyFingerprint(secrets) }
    void notify(db, answerTo, JSON.stringify(present)).catch(() => undefined)
  })
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
