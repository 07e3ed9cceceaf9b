import { sql } from 'kysely'
import type { NotificationType } from '#contract/notifications/notification-types.ts'
import type { Database } from '#server/platform/db/connect.ts'
import { lockPerson } from '#server/platform/db/lock-person.ts'
import type { PushTarget } from '#server/platform/push/push-sender.ts'

export interface SubscriptionRow extends PushTarget {
  user_id: string
  session_id: string
}

/**
 * Stores one subscription per browser, replacing another person's in the same browser. Deletes the oldest
 * ones beyond `most`.
 */
export async function upsertSubscription(tx: Database, row: SubscriptionRow, most: number): Promise<void> {
  // Subscriptions of a person wait for each other, so that the limit holds.
  await lockPerson(tx, row.user_id)
  await tx
    .insertInto('push_subscriptions')
    .values({ ...row })
    .onConflict((conflict) =>
      conflict.column('endpoint').doUpdateSet({ ...row, created_at: sql`clock_timestamp()` }),
    )
    .execute()
  await tx
    .deleteFrom('push_subscriptions')
    .where('user_id', '=', row.user_id)
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('push_subscriptions')
        .select('id')
        .where('user_id', '=', row.user_id)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .offset(most),
    )
    .execute()
}

export const deleteOwnSubscription = (db: Database, userId: string, endpoint: string) =>
  db.deleteFrom('push_subscriptions').where('user_id', '=', userId).where('endpoint', '=', endpoint).execute()

export const deleteSubscription = (db: Database, id: string) =>
  db.deleteFrom('push_subscriptions').where('id', '=', id).execute()

export async function selectOwnSubscription(db: Database, userId: string, endpoint: string) {
  const row = await db
    .selectFrom('push_subscriptions')
    .select('id')
    .where('user_id', '=', userId)
    .where('endpoint', '=', endpoint)
    .executeTakeFirst()
  return row?.id
}

/** Returns whether there was one; person and session stay the same. */
export async function replaceSubscription(
  db: Database,
  old: Pick<PushTarget, 'endpoint' | 'auth'>,
  target: PushTarget,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('push_subscriptions')
    .set({ ...target })
    .where('endpoint', '=', old.endpoint)
    .where('auth', '=', old.auth)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

interface PushPair {
  notificationId: string
  subscriptionId: string
  /** The host of the browser's push service. */
  service: string
}

/** Pairs of still unread notifications and their person's browsers. */
export async function selectPushPairs(db: Database, notificationIds: readonly string[]): Promise<PushPair[]> {
  const { rows } = await sql<PushPair>`
    select n.id as "notificationId", s.id as "subscriptionId", split_part(s.endpoint, '/', 3) as service
    from notifications n
    join push_subscriptions s on s.user_id = n.user_id
    where n.id = any(${[...notificationIds]}::uuid[]) and not n.read
    order by n.created_at, s.created_at`.execute(db)
  return rows
}

const target = sql`s.endpoint, s.p256dh, s.auth`
/** An expired session may still have its row. */
const openSession = sql`join sessions e on e.id = s.session_id and e.expires_at > now()`

export interface PushableRow extends PushTarget {
  type: NotificationType
  content: string
  action_url: string | null
}

/** Returns undefined if it was read or deleted, is no longer wanted, or the browser signed out. */
export async function selectPushable(
  db: Database,
  { notificationId, subscriptionId }: { notificationId: string; subscriptionId: string },
): Promise<PushableRow | undefined> {
  const { rows } = await sql<PushableRow>`
    select ${target}, n.type, n.content, n.action_url
    from notifications n
    join push_subscriptions s on s.user_id = n.user_id ${openSession},
    notification_channels(n.user_id, n.type) w
    where n.id = ${notificationId} and s.id = ${subscriptionId} and not n.read and w.push`.execute(db)
  return rows[0]
}

export async function selectTarget(db: Database, subscriptionId: string): Promise<PushTarget | undefined> {
  const { rows } = await sql<PushTarget>`
    select ${target} from push_subscriptions s ${openSession} where s.id = ${subscriptionId}`.execute(db)
  return rows[0]
}

interface KeysRow {
  public_key: string
  private_key: Buffer
}

/** Saves the pair unless there is one already. Returns the saved pair. */
export async function savePushKeys(db: Database, made: KeysRow): Promise<KeysRow> {
  await db
    .insertInto('push_keys')
    .values(made)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return db.selectFrom('push_keys').select(['public_key', 'private_key']).executeTakeFirstOrThrow()
}

/**
 * Deletes the pair if it is still the current one. Browsers that subscribed with it can no longer be reached.
 */
export async function dropPushKeys(tx: Database, publicKey: string): Promise<void> {
  const { numDeletedRows } = await tx
    .deleteFrom('push_keys')
    .where('public_key', '=', publicKey)
    .executeTakeFirst()
  if (numDeletedRows > 0n) await tx.deleteFrom('push_subscriptions').execute()
}

export async function selectKnownPushKeys(db: Database): Promise<KeysRow | undefined> {
  return db.selectFrom('push_keys').select(['public_key', 'private_key']).executeTakeFirst()
}

export const updatePushKey = (
  db: Database,
  publicKey: string,
  { sealed, resealed }: { sealed: Buffer; resealed: Buffer },
) =>
  db
    .updateTable('push_keys')
    .set({ private_key: resealed })
    .where('public_key', '=', publicKey)
    .where('private_key', '=', sealed)
    .execute()
