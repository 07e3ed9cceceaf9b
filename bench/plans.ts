import pg from 'pg'
import type { Statement } from '#bench/lite/raw-sql.ts'
import type { Row } from './report.ts'

/** A full scan of one of these grows with the market. */
const LARGE = /Seq Scan on (products|product_images|profiles)\b/
/** Counts stop at a thousand and may read rows in any order. */
const COUNT = /count\(\*\)/

async function readsAll(client: pg.Client, [text, parameters]: Statement): Promise<boolean> {
  const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain ${text}`, [...parameters])
  return rows.some((row) => LARGE.test(row['QUERY PLAN']))
}

/** Number of hot queries that have lost their index. Names them on standard error. */
export async function planRow(url: string, name: string, statements: readonly Statement[]): Promise<Row> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    const texts = new Map(statements.map((statement) => [statement[0], statement]))
    const lost: string[] = []
    for (const [text, statement] of texts)
      if (!COUNT.test(text) && (await readsAll(client, statement))) lost.push(text)
    for (const text of lost) console.error(`No index: ${text}`)
    return { name, figure: lost.length, unit: 'queries that read all', atMost: 0 }
  } finally {
    await client.end()
  }
}
