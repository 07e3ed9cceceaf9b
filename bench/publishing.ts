import { randomUUID } from 'node:crypto'
import type { Database } from '#server/platform/db/connect.ts'
import { insertPhoto } from '#testing/market/products.ts'
import { listingForm } from '#testing/market/selling.ts'
import type { Site } from '#testing/scale/site.ts'
import { percentile } from '#bench/load/percentile.ts'
import type { Row } from './report.ts'

const LISTINGS = 100
const TIMEOUT_SECONDS = 10
const CONSONANTS = 'bdfgklmnpr'

/** A word that no other listing has. */
const wordOf = (number: number): string =>
  `quokka${String(number)
    .padStart(3, '0')
    .replace(/\d/g, (digit) => `${CONSONANTS[Number(digit)] ?? ''}a`)}`

interface Publishing {
  site: Site
  db: Database
  /** Tokens of the sellers, who publish in turn. */
  tokens: string[]
}

async function answerOf<Result>(url: string, token: string, body?: object): Promise<Result> {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
  const reply = await fetch(url, body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers })
  if (!reply.ok) throw new Error(`${url} answered ${reply.status}: ${await reply.text()}`)
  return (await reply.json()) as Result
}

/** Seconds from publishing a listing until a search finds it. */
async function searchableSeconds({ site, db }: Publishing, token: string, word: string): Promise<number> {
  const products = `${site.url}/api/selling/products`
  const form = listingForm({ title: `Carved ${word} from Aburi` })
  const { id } = await answerOf<{ id: string }>(products, token, { clientKey: randomUUID(), form })
  await insertPhoto(db, id)
  const started = performance.now()
  await answerOf(`${products}/${id}/publish`, token, { version: 1, form })
  const seconds = () => (performance.now() - started) / 1000
  while (seconds() < TIMEOUT_SECONDS) {
    const { items } = await answerOf<{ items: { id: string }[] }>(
      `${site.url}/api/products?search=${word}`,
      token,
    )
    if (items.some((item) => item.id === id)) return seconds()
  }
  throw new Error(`No search shows ${word}`)
}

export async function publishingRow(publishing: Publishing): Promise<Row> {
  const times: number[] = []
  for (let number = 0; number < LISTINGS; number += 1) {
    const token = publishing.tokens[number % publishing.tokens.length] ?? ''
    times.push(await searchableSeconds(publishing, token, wordOf(number)))
  }
  const figure = percentile(times, 0.99)
  return { name: 'listing published to found by search', figure, unit: 's p99', atMost: 1 }
}
