import { beforeAll, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { contract } from '#contract/contract.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { insertAccounts, PASSWORD, signIn } from '#testing/accounts/accounts.ts'
import { createTestApp } from './app.ts'
import { PEOPLE } from '#testing/accounts/people.ts'
import { insertProduct } from '#testing/market/products.ts'
import type { TestClient } from './anonymous-client.ts'
import { setUp } from '#testing/set-up.ts'

/** Texts that databases, headers or file names reject or misinterpret. */
const TEXTS = [
  'a\u0000b',
  '\u0000',
  'a\ud800b',
  '\udc00',
  'a\r\nSet-Cookie: x=y',
  'x'.repeat(3500),
  '\u202e',
  "'",
  '\\',
]
const PATHS = [
  '%00',
  'a%00b',
  '%0d%0aSet-Cookie:%20x=y',
  '%0a',
  '%ff%fe',
  '%ed%a0%80',
  '%',
  '%2e%2e%2f',
  '%5c',
  'x'.repeat(3500),
]

interface JsonSchema {
  type?: string
  format?: string
  enum?: unknown[]
  const?: unknown
  minimum?: number
  properties?: Record<string, JsonSchema>
  items?: JsonSchema
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
}

const FORMATS: Record<string, string> = {
  uuid: '0199a0c0-0000-7000-8000-000000000001',
  email: 'somebody@example.com',
  uri: 'https://market.example/',
}

const schemaOf = (schema: z.ZodMiniType) =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema

const PRIMITIVES: Record<string, (schema: JsonSchema, text: string) => unknown> = {
  string: ({ format = '' }, text) => FORMATS[format] ?? text,
  boolean: () => true,
  null: () => null,
  array: ({ items }, text) => (items ? [sampleOf(items, text)] : []),
  object: ({ properties = {} }, text) =>
    Object.fromEntries(Object.entries(properties).map(([name, of]) => [name, sampleOf(of, text)])),
}

/** A value of this shape, with `text` in every free text. */
function sampleOf(schema: JsonSchema, text: string): unknown {
  const [choice] = schema.anyOf ?? schema.oneOf ?? schema.allOf ?? []
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (choice) return sampleOf(choice, text)
  return PRIMITIVES[schema.type ?? '']?.(schema, text) ?? schema.minimum ?? 1
}

/** Paths of the texts in a value. */
function* textsIn(value: unknown, path: (string | number)[] = []): Generator<(string | number)[]> {
  if (typeof value === 'string') yield path
  else if (typeof value === 'object' && value !== null)
    for (const [key, child] of Object.entries(value)) yield* textsIn(child, [...path, key])
}

function withText(value: unknown, [key, ...rest]: (string | number)[], text: string): unknown {
  if (key === undefined) return text
  const copy = structuredClone(value) as Record<string | number, unknown>
  copy[key] = withText(copy[key], rest, text)
  return Array.isArray(value) ? Object.values(copy) : copy
}

const GOOD = 'Go-back-and-get-it-1'

const test = setUp(createTestApp)
let ama: TestClient
/** Ids by the first part of the paths that contain them. */
let ids: Record<string, string> = {}
beforeAll(async () => {
  await begin()
})

/** Restores the data after a call that may have changed or deleted what later calls need. */
async function begin() {
  await test.db.deleteFrom('accounts').execute()
  await insertAccounts(test.db)
  ama = await signIn(test, 'ama')
  const products = await insertProduct(test.db, { seller_id: PEOPLE.kofi.id })
  const opened = await ama.send('POST', '/api/conversations', { productId: products })
  const conversations = ((await opened.json()) as { id: string }).id
  const draft = await insertProduct(test.db, { status: 'draft' })
  ids = { products, favourites: products, conversations, sellers: PEOPLE.kofi.id, selling: draft }
}

async function statusOf(method: string, path: string, body?: unknown): Promise<number> {
  const response = await ama.send(method, path, body as object | undefined)
  await response.arrayBuffer()
  if (response.status === 429) {
    await test.db.deleteFrom('rate_limits').execute()
    return statusOf(method, path, body)
  }
  // The call may have ended the session.
  if (response.status === 401) ama = await signIn(test, 'ama')
  return response.status
}

/** Path with existing ids, so that the request gets as far as possible. */
function pathOf({ path }: Endpoint, param?: string): string {
  const id = Object.entries(ids).find(([part]) => path.startsWith(`/api/${part}`))?.[1] ?? FORMATS.uuid ?? ''
  return path.replaceAll(/:\w+/g, param ?? id)
}

function bodiesOf({ body }: Endpoint): unknown[] {
  if (!body) return []
  const schema = schemaOf(body)
  const good = sampleOf(schema, GOOD)
  const one = [...textsIn(good)].flatMap((path) => TEXTS.map((text) => withText(good, path, text)))
  return [...one, ...TEXTS.map((text) => sampleOf(schema, text))]
}

function queriesOf({ query }: Endpoint): string[] {
  if (!query) return []
  const fields = Object.keys(schemaOf(query).properties ?? {})
  return fields.flatMap((field) => [
    ...PATHS.map((text) => `?${field}=${text}`),
    ...TEXTS.map((text) => `?${field}=${encodeURIComponent(text.toWellFormed())}`),
  ])
}

it.each(Object.entries(contract))(
  '%s causes no server fault with any text',
  async (_, endpoint: Endpoint) => {
    const { method } = endpoint
    const base = endpoint.body && sampleOf(schemaOf(endpoint.body), PASSWORD)
    const faults: unknown[] = []
    const check = async (path: string, body?: unknown) => {
      const status = await statusOf(method, path, body)
      if (status >= 500) faults.push([status, path, body])
    }
    for (const body of bodiesOf(endpoint)) await check(pathOf(endpoint), body)
    for (const query of queriesOf(endpoint)) await check(pathOf(endpoint) + query, base)
    if (endpoint.path.includes(':')) for (const param of PATHS) await check(pathOf(endpoint, param), base)
    if (method !== 'GET') await begin()
    expect(faults).toEqual([])
  },
  120_000,
)

it.each([
  '/photos/',
  '/photos/private/1.AAAAAAAAAAAAAAAAAAAAAA/',
  '/photos/private/',
  '/api/unsubscribe/',
  '/api/auth/oauth/',
  '/api/auth/oauth/google/callback?state=',
  '/api/auth/oauth/google?next=',
  '/sitemap-',
  '/api/products?search=',
  '/api/',
  '/',
])('an address that starts with %s causes no server fault', async (start) => {
  for (const end of PATHS) expect([end, (await statusOf('GET', start + end)) < 500]).toEqual([end, true])
})

it.each(['/api/profile/avatar', '/api/selling/photos/', '/api/conversations/x/photos/'])(
  'an upload to %s causes no server fault',
  async (start) => {
    for (const end of PATHS) {
      const status = await statusOf('PUT', `${start}${end}?name=${end}&product=${end}&replaces=${end}`)
      expect([end, status < 500]).toEqual([end, true])
    }
  },
)
