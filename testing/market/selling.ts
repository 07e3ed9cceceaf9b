import { randomUUID } from 'node:crypto'
import { EMPTY_AMOUNTS } from '#contract/selling/amounts.ts'
import { INITIAL_CHOICES } from '#contract/selling/draft-choices.ts'
import type { ListingForm, OwnProduct } from '#contract/selling/selling.ts'
import type { Database } from '#server/platform/db/connect.ts'
import type { TestClient } from '#testing/anonymous-client.ts'

/** A form that can be published. */
export const listingForm = (changes: Partial<ListingForm> = {}): ListingForm => ({
  title: 'Tecno Spark 10',
  description: 'Clean, with charger.',
  ...EMPTY_AMOUNTS,
  price: '1250.00',
  category: 'mobile',
  ...INITIAL_CHOICES,
  region: 'Ashanti',
  location: 'Bantama, Kumasi',
  tags: ['tecno', 'phone'],
  customFields: [{ name: 'Charger', value: 'Original' }],
  attributes: { brand: 'Tecno', storage: '128 GB' },
  ...changes,
})

/** Sends a request that must succeed and returns its reply. */
export async function call<Result>(
  client: TestClient,
  method: string,
  path: string,
  body?: object,
): Promise<Result> {
  const response = await client.send(method, path, body)
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
  return (await response.json()) as Result
}

/** Changes the status of a listing at its current version. */
export async function setStatus(
  client: TestClient,
  id: string,
  wanted: { status: string; buyerId?: string | null },
): Promise<OwnProduct> {
  const { version } = await call<OwnProduct>(client, 'GET', `/api/selling/products/${id}`)
  return call(client, 'PUT', `/api/selling/products/${id}/status`, { version, ...wanted })
}

/** Statuses of parallel calls in numeric order. */
export const statusesOf = (replies: Response[]): number[] =>
  replies.map(({ status }) => status).toSorted((one, other) => one - other)

export const beginDraft = (
  client: TestClient,
  form: object = listingForm(),
  clientKey = randomUUID(),
): Promise<OwnProduct> => call(client, 'POST', '/api/selling/products', { clientKey, form })

/** A conversation about the first person's product, with messages by these senders. */
export async function insertConversation(
  db: Database,
  { productId, people, senders }: { productId: string; people: [string, string]; senders: string[] },
): Promise<string> {
  const [first_person, second_person] = people.toSorted() as [string, string]
  const { id } = await db
    .insertInto('conversations')
    .values({
      product_id: productId,
      product_title: 'As it was called',
      first_person,
      second_person,
      last_seq: senders.length,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const [index, sender_id] of senders.entries()) {
    await db
      .insertInto('messages')
      .values({
        conversation_id: id,
        seq: index + 1,
        sender_id,
        client_key: randomUUID(),
        content: 'Is it still there?',
        created_at: new Date(Date.now() + index).toISOString(),
      })
      .execute()
  }
  return id
}
