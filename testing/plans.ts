import type { KyselyPlugin } from 'kysely'
import pg from 'pg'
import type { Database } from '#server/platform/db/connect.ts'

export interface Plans {
  /** PostgreSQL's explanations of the plans. */
  text: string
  /** Number of pages of tables and indexes that the statement reads. */
  pages: number
}

/** Runs `task`, then runs each of its statements again with EXPLAIN ANALYZE. */
export async function plansOf(
  { db, url }: { db: Database; url: string },
  task: (db: Database) => Promise<unknown>,
): Promise<Plans> {
  const queries: { sql: string; parameters: readonly unknown[] }[] = []
  const note: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => {
      queries.push(db.getExecutor().compileQuery(node, queryId))
      return node
    },
    transformResult: async ({ result }) => result,
  }
  await task(db.withPlugin(note))
  const client = new pg.Client(url)
  await client.connect()
  try {
    const plans: string[] = []
    for (const { sql, parameters } of queries) {
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(
        `explain (analyze, buffers, timing off) ${sql}`,
        [...parameters],
      )
      plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'))
    }
    return { text: plans.join('\n'), pages: plans.reduce((sum, plan) => sum + pagesOf(plan), 0) }
  } finally {
    await client.end()
  }
}

/** Reads the total from the plan's first line. */
function pagesOf(plan: string): number {
  const line = /Buffers: shared(.*)/.exec(plan)?.[1] ?? ''
  return [...line.matchAll(/(?:hit|read)=(\d+)/g)].reduce((sum, [, pages]) => sum + Number(pages), 0)
}
