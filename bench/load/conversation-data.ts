import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { createAccessTokens } from '#server/accounts/sessions/access-tokens.ts'
import { secretsFrom } from '#server/platform/process/secrets.ts'

const INBOX = 1000
const MESSAGES_EACH = 20
export const LONG = 100_000
export const SHORT = 10
/** Number of messages in all other conversations. */
const OTHERS = 5000

export interface Conversations {
  /** The site's SECRET_KEY, which signs the token. */
  secretKey: string
  token: string
  /** Ids of conversations by number of messages. */
  long: string
  short: string
  /** Ids of all conversations in the reader's inbox. */
  all: string[]
}

const SESSION = `
  with reader as (
    insert into profiles (full_name, email) values ('Kofi Boateng', 'kofi@bench.example') returning id
  ),
  account as (
    insert into accounts (id, email, email_verified_at) select id, 'kofi@bench.example', now() from reader returning id
  )
  insert into sessions (account_id, device_name, expires_at)
  select id, 'Bench', now() + interval '1 day' from account returning id, account_id`

/** Creates conversations about the newest products: `buyer` writes to each of their sellers. */
const conversations = (buyer: string) => `
  with talk as (
    insert into conversations (product_id, product_title, first_person, second_person, created_at, updated_at)
    select id, title, least(seller_id, buyer), greatest(seller_id, buyer), created_at, created_at
    from (
      select p.id, p.title, p.seller_id, p.created_at, ${buyer} as buyer from products p
      where p.status <> 'draft' order by p.created_at desc limit $1
    ) p
    where seller_id <> buyer
    on conflict do nothing
    returning id, first_person, second_person, updated_at
  )
  insert into conversation_participants (conversation_id, user_id, updated_at)
  select id, person, updated_at from talk, unnest(array[first_person, second_person]) as person`

/** Inserts messages of both people alternately, about a minute apart. */
const MESSAGES = `
  insert into messages (conversation_id, seq, sender_id, client_key, content, created_at)
  select c.id, n, case when n % 2 = 0 then c.first_person else c.second_person end, gen_random_uuid(),
    (array['Is this still available?', 'It is. When could you come?', 'Tomorrow after four, if that suits you.',
      'Would you take a little less?', 'It comes with its charger and the box.', 'Good, see you then.'])[1 + n % 6],
    c.updated_at + n * interval '1 minute'
  from conversations c, generate_series(1, $2::int) n
  where c.id = any ($1)`

const COUNTED = `
  update conversations c set last_seq = m.last, last_message_at = m.at, updated_at = m.at
  from (select conversation_id, max(seq) as last, max(created_at) as at from messages group by 1) m
  where m.conversation_id = c.id and c.last_seq <> m.last`

/** Marks every third of the reader's conversations as unread. */
const UNREAD = `
  update conversation_participants p set
    updated_at = c.updated_at,
    unread_count = case when abs(hashtext(c.id::text)) % 3 = 0 then 1 else 0 end
  from conversations c where c.id = p.conversation_id`

async function fill(client: pg.Client, reader: string) {
  const idsOf = async (text: string, values: unknown[]) =>
    (await client.query<{ id: string }>(text, values)).rows.map(({ id }) => id)
  const next = '(select id from profiles s where s.id > p.seller_id order by s.id limit 1)'
  await client.query(conversations(`coalesce(${next}, p.seller_id)`), [OTHERS])
  const others = await idsOf('select id from conversations', [])
  await client.query(conversations('$2::uuid'), [INBOX, reader])
  const all = await idsOf('select conversation_id as id from conversation_participants where user_id = $1', [
    reader,
  ])
  const [long = '', short = ''] = all
  await client.query(MESSAGES, [
    [...new Set([...others, ...all])].filter((id) => id !== long && id !== short),
    MESSAGES_EACH,
  ])
  await client.query(MESSAGES, [[long], LONG])
  await client.query(MESSAGES, [[short], SHORT])
  for (const text of [COUNTED, UNREAD, 'vacuum analyze']) await client.query(text)
  return { long, short, all }
}

/** Inserts a person with a full inbox, in a market where others write as well. */
export async function insertConversations(url: string): Promise<Conversations> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    const { rows } = await client.query<{ id: string; account_id: string }>(SESSION)
    const [session] = rows
    if (!session) throw new Error('No session was created')
    const key = randomBytes(32)
    const tokens = createAccessTokens(secretsFrom(key))
    const { token } = await tokens.sign({ id: session.account_id, sessionId: session.id })
    return { secretKey: key.toString('base64'), token, ...(await fill(client, session.account_id)) }
  } finally {
    await client.end()
  }
}
