import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { createAccessTokens } from '#server/accounts/sessions/access-tokens.ts'
import type { Database } from '#server/platform/db/connect.ts'
import { type Secrets, secretsFrom } from '#server/platform/process/secrets.ts'

export interface Participant {
  id: string
  sessionId: string
  conversationId: string
  other: string
}

/** The two people of a conversation. */
export type Pair = [seller: Participant, buyer: Participant]

/**
 * This many pairs of people, each with an account, a session and one conversation. The limit of messages per
 * minute, which other tests cover, does not apply to them.
 */
export async function insertPairs(db: Database, count: number): Promise<Pair[]> {
  const { rows } = await sql<{ a: string; b: string; sa: string; sb: string; conversation: string }>`
    with people as (
      insert into profiles (full_name) select 'Person ' || n from generate_series(1, ${count * 2}::int) n
      returning id
    ), numbered as (select id, row_number() over () - 1 as n from people),
    pairs as (
      select min(id::text)::uuid as a, max(id::text)::uuid as b, n / 2 as n from numbered group by n / 2
    ), accounts as (
      insert into accounts (id, email, email_verified_at)
      select id, id || '@example.com', now() from people returning id
    ), opened as (
      insert into sessions (account_id, device_name, expires_at)
      select id, 'Chrome on Android', now() + interval '1 day' from accounts returning id, account_id
    ), offered as (
      insert into products (title, seller_id, status) select 'Radio', a, 'draft' from pairs returning id, seller_id
    ), begun as (
      insert into conversations (product_id, product_title, first_person, second_person)
      select o.id, 'Radio', a, b from pairs join offered o on o.seller_id = a
      returning conversations.id, first_person, second_person
    ), joined as (
      insert into conversation_participants (conversation_id, user_id, sent_at)
      select id, unnest(array[first_person, second_person]), null from begun
    )
    select first_person a, second_person b, begun.id conversation, sa.id sa, sb.id sb from begun
    join opened sa on sa.account_id = first_person join opened sb on sb.account_id = second_person`.execute(
    db,
  )
  return rows.map(({ a, b, sa, sb, conversation: conversationId }) => [
    { id: a, sessionId: sa, conversationId, other: b },
    { id: b, sessionId: sb, conversationId, other: a },
  ])
}

/** Signs access tokens like a server with these secrets, at a time in milliseconds. */
export function tokenSigner(secrets: Secrets, now: () => number = Date.now) {
  const tokens = createAccessTokens(secrets, now)
  return async ({ id, sessionId }: Pick<Participant, 'id' | 'sessionId'>): Promise<string> =>
    (await tokens.sign({ id, sessionId })).token
}

/** Derives a server's secrets from its SECRET_KEY. */
export const secretsOf = (secretKey: string) => secretsFrom(Buffer.from(secretKey, 'base64'))

/** A SECRET_KEY and its derived secrets. */
export function newSecretKey() {
  const secretKey = randomBytes(32).toString('base64')
  return { secretKey, secrets: secretsOf(secretKey) }
}
