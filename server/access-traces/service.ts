import type { Context } from '#server/context.ts'
import type { Database } from '#server/platform/db/connect.ts'
import {
  deleteOldTraces,
  selectSharers,
  selectSharersAmong,
  type Sharer,
  type Trace,
  upsertTraces,
} from './queries.ts'

const EVERY_NIGHT = '23 3 * * *'

interface Access {
  accountId: string
  /** Hash of the random name in the browser's cookie. */
  device: string
  address: string
}

/** Everybody who tries the site out on one machine has this address, so it identifies nobody. */
const isLoopback = (address: string) => address.startsWith('127.') || address.startsWith('0:0:0:0:')

/** Stores devices and addresses only as keyed hashes, for 90 days. */
export async function recordAccess(
  { db, secrets }: Pick<Context, 'db' | 'secrets'>,
  { accountId, device, address }: Access,
): Promise<void> {
  const traceOf = (kind: Trace['kind'], name: string): Trace => ({
    account_id: accountId,
    kind,
    hash: secrets.digest('access-trace', `${kind} ${name}`),
  })
  const traces = [traceOf('device', device)]
  if (!isLoopback(address)) traces.push(traceOf('address', address))
  await upsertTraces(db, traces)
}

/** Maximum number of accounts returned; many people may use one device, such as a shop's. */
export const SHARERS_MAX = 100

/**
 * Accounts that used the same devices, or recently the same addresses. Sharing proves nothing about anybody.
 */
export const findSharers = async (db: Database, accountId: string): Promise<string[]> =>
  (await describeSharers(db, accountId)).map(({ id }) => id)

/** The same accounts, with what they share. */
export const describeSharers = (db: Database, accountId: string): Promise<Sharer[]> =>
  selectSharers(db, accountId, SHARERS_MAX)

export const findSharersAmong = selectSharersAmong

export const haveSharedAccess = async (
  tx: Database,
  { accountId, otherAccountId }: { accountId: string; otherAccountId: string },
): Promise<boolean> => (await selectSharersAmong(tx, accountId, [otherAccountId])).length > 0

export function handleAccessTraceJobs({ db, jobs }: Pick<Context, 'db' | 'jobs'>): void {
  jobs.schedule('forget-access-traces', EVERY_NIGHT, async () => {
    await deleteOldTraces(db)
  })
}
