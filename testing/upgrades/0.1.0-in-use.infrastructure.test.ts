import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { prepareDatabase } from '#server/prepare-database.ts'
import { type EarlierSite, readKnown, restoreSite } from './earlier-site.ts'

const VERSION = '0.1.0'
/** After this that version gave up a statement, and its reader got an error. */
const STATEMENT_TIMEOUT_MILLISECONDS = 10_000
const NO_BOUND = 1_000_000

interface Person {
  id: string
}

const { people, products, conversation } = readKnown<{
  people: Record<'abena' | 'kwame' | 'efua', Person>
  products: Record<'phone' | 'sofa' | 'laptop', string>
  conversation: string
}>(VERSION)

let site: EarlierSite
const clients: pg.Client[] = []

beforeAll(async () => {
  site = await restoreSite(VERSION)
})
afterAll(async () => {
  await Promise.all(clients.map((client) => client.end()))
  await site.close()
})

async function openClient(): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: site.database.url,
    statement_timeout: STATEMENT_TIMEOUT_MILLISECONDS,
  })
  await client.connect()
  clients.push(client)
  return client
}

type Act = (client: pg.Client, turn: number) => Promise<unknown>

/** One process of that version for each, at work until `done`. */
function work(done: AbortSignal, acts: Act[]) {
  const turns = acts.map(() => 0)
  const repeat = async (act: Act, index: number) => {
    const client = await openClient()
    for (; !done.aborted; turns[index] = (turns[index] ?? 0) + 1) await act(client, turns[index] ?? 0)
  }
  const ended = Promise.all(acts.map(repeat))
  /** Each does this so often from now on. */
  async function goesOn(times: number): Promise<void> {
    const before = [...turns]
    const fewest = () => Math.min(...turns.map((count, index) => count - (before[index] ?? 0)))
    await expect.poll(fewest).toBeGreaterThanOrEqual(times)
  }
  return { turns, ended, goesOn }
}

/** As that version sends a message: prepared once for each connection. */
const send = (sender: Person, name: string) => async (client: pg.Client, turn: number) => {
  const { rows } = await client.query<{ outcome: string }>({
    name: 'send',
    text: `select s.outcome, s.other_id, (s.message).id, (s.message).seq, (s.message).content, (s.message).created_at
      from send_message($1, $2, $3, $4, null, null, null, null, $5) s`,
    values: [conversation, sender.id, crypto.randomUUID(), `${name} ${turn}`, NO_BOUND],
  })
  expect(rows).toMatchObject([{ outcome: 'sent' }])
}

async function readListings(client: pg.Client): Promise<void> {
  const { rows } = await client.query(
    `select p.id, p.title, p.price, p.region, p.location, s.full_name, i.image_url
    from products p join profiles s on s.id = p.seller_id left join product_images i on i.product_id = p.id and i.is_primary
    where p.status = 'available' order by p.created_at desc, p.id desc limit 20`,
  )
  expect(rows).toHaveLength(3)
}

/** Two tables in one transaction. */
async function changePrice(client: pg.Client, turn: number): Promise<void> {
  await client.query('begin')
  await client.query('update products set price = $2, updated_at = now() where id = $1', [
    products.laptop,
    100 + turn,
  ])
  await client.query(
    `insert into favourites (profile_id, product_id, price_then) values ($1, $2, $3)
    on conflict (profile_id, product_id) do update set price_then = excluded.price_then`,
    [people.abena.id, products.laptop, 100 + turn],
  )
  await client.query('commit')
}

it('migrates while the version before writes and reads: nothing fails, waits too long or is lost', async () => {
  const done = new AbortController()
  const { turns, ended, goesOn } = work(done.signal, [
    send(people.abena, 'Abena'),
    send(people.kwame, 'Kwame'),
    changePrice,
    readListings,
  ])
  try {
    await goesOn(3)
    // Whatever fails among them fails at once.
    await Promise.race([prepareDatabase(site.database.url), ended])
    await goesOn(3)
  } finally {
    done.abort()
  }
  await ended
  const [byAbena = 0, byKwame = 0, prices = 0] = turns

  const client = await openClient()
  const { rows: messages } = await client.query<{ seq: number; content: string }>(
    'select seq, content from messages where conversation_id = $1 order by seq',
    [conversation],
  )
  expect(messages.map(({ seq }) => seq)).toEqual(messages.map((_, index) => index + 1))
  const writtenBy = (name: string) =>
    messages.map(({ content }) => content).filter((text) => text.startsWith(`${name} `))
  const expected = (name: string, count: number) =>
    Array.from({ length: count }, (_, turn) => `${name} ${turn}`)
  expect(writtenBy('Abena')).toEqual(expected('Abena', byAbena))
  expect(writtenBy('Kwame')).toEqual(expected('Kwame', byKwame))
  const { rows } = await client.query('select price::int from products where id = $1', [products.laptop])
  expect(rows).toEqual([{ price: 99 + prices }])
})
