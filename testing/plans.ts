import type { KyselyPlugin } from 'kysely'
import pg from 'pg'
import { PRODUCTS_PER_PAGE } from '#contract/limits.ts'
import type { Database } from '#server/platform/db/connect.ts'

export interface Plans {
  /** PostgreSQL's explanations of the plans. */
  text: string
  /** Number of pages of tables and indexes that the statement reads. */
  pages: number
}

interface Statement {
  sql: string
  parameters: readonly unknown[]
}

/** Runs `task` and returns its statements. */
async function statementsOf(db: Database, task: (db: Database) => Promise<unknown>): Promise<Statement[]> {
  const queries: Statement[] = []
  const note: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => {
      queries.push(db.getExecutor().compileQuery(node, queryId))
      return node
    },
    transformResult: async ({ result }) => result,
  }
  await task(db.withPlugin(note))
  return queries
}

interface Explained extends Statement {
  rows: { 'QUERY PLAN': unknown }[]
}

type Explain = (client: pg.Client, statement: Statement, options: string) => Promise<Explained['rows']>

/** With a plan for these values. */
const explainOnce: Explain = async (client, { sql, parameters }, options) =>
  (await client.query<Explained['rows'][number]>(`explain (${options}) ${sql}`, [...parameters])).rows

const literal = (value: unknown): string => {
  if (value === null || value === undefined) return 'null'
  const list = Array.isArray(value) ? value.map((item) => JSON.stringify(item)).join(',') : undefined
  return pg.escapeLiteral(list === undefined ? String(value) : `{${list}}`)
}

/** With the plan for all values, which PostgreSQL takes for a statement that runs often; it is made once. */
function explainOften(): Explain {
  const names = new Map<string, string>()
  return async (client, { sql, parameters }, options) => {
    const name = names.get(sql) ?? `statement_${names.size}`
    if (names.size === 0) await client.query('set plan_cache_mode = force_generic_plan')
    if (!names.has(sql)) await client.query(`prepare ${name} as ${sql}`)
    names.set(sql, name)
    const values = parameters.length > 0 ? `(${parameters.map(literal).join(', ')})` : ''
    const { rows } = await client.query<Explained['rows'][number]>(
      `explain (${options}) execute ${name}${values}`,
    )
    return rows
  }
}

/** Runs `task`, then explains each of its statements. */
async function explainAll(
  { db, url }: { db: Database; url: string },
  task: (db: Database) => Promise<unknown>,
  explain: Explain,
  options: string,
): Promise<Explained[]> {
  const statements = await statementsOf(db, task)
  const client = new pg.Client(url)
  await client.connect()
  try {
    const explained: Explained[] = []
    for (const statement of statements)
      explained.push({ ...statement, rows: await explain(client, statement, options) })
    return explained
  } finally {
    await client.end()
  }
}

/** Runs `task`, then runs each of its statements again with EXPLAIN ANALYZE. */
export async function plansOf(
  database: { db: Database; url: string },
  task: (db: Database) => Promise<unknown>,
): Promise<Plans> {
  const explained = await explainAll(database, task, explainOnce, 'analyze, buffers, timing off')
  const plans = explained.map(({ rows }) => rows.map((row) => row['QUERY PLAN']).join('\n'))
  return { text: plans.join('\n'), pages: plans.reduce((sum, plan) => sum + pagesOf(plan), 0) }
}

/** Returns the plans of `task` as for large tables, where every index is better than reading the whole table. */
export async function largePlansOf(
  { db, url }: { db: Database; url: string },
  task: (db: Database) => Promise<unknown>,
): Promise<string> {
  const large = new URL(url)
  large.searchParams.set('options', '-c enable_seqscan=off')
  return (await plansOf({ db, url: large.href }, task)).text
}

/** Reads the total from the plan's first line. */
function pagesOf(plan: string): number {
  const line = /Buffers: shared(.*)/.exec(plan)?.[1] ?? ''
  return [...line.matchAll(/(?:hit|read)=(\d+)/g)].reduce((sum, [, pages]) => sum + Number(pages), 0)
}

/** Numbers of rows that a statement reads of a table for its answer. */
export interface Reading extends Statement {
  /** Rows fetched from the table, whether they are in the answer or not. Entries of an index alone are none. */
  fetched: number
  /** Rows of the answer; of a count, the rows counted. */
  returned: number
  /** The most rows that were sorted for the first of them. */
  sorted: number
}

/** A statement of a page may fetch and sort this many rows. */
const ROWS_MAX = 50 * (PRODUCTS_PER_PAGE + 1)

/** Returns whether a statement reads far more rows than it returns, or sorts many because no index has its order. */
export const isWasteful = ({ fetched, returned, sorted }: Reading): boolean =>
  fetched > Math.max(ROWS_MAX, 50 * returned) || sorted > ROWS_MAX

interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: PlanNode[]
}

const withBelow = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(withBelow)]

const allRows = (node: PlanNode): number =>
  (node['Actual Rows'] +
    (node['Rows Removed by Filter'] ?? 0) +
    (node['Rows Removed by Index Recheck'] ?? 0)) *
  node['Actual Loops']

const FETCHING = ['Index Scan', 'Bitmap Heap Scan', 'Seq Scan']

const largestOf = (numbers: number[]) => Math.max(0, ...numbers)

/** Runs `task`, then runs each of its statements again and counts the rows that they read of `table`. */
export async function readingsOf(
  database: { db: Database; url: string },
  table: string,
  task: (db: Database) => Promise<unknown>,
): Promise<Reading[]> {
  const explained = await explainAll(database, task, explainOften(), 'analyze, timing off, format json')
  return explained.map(({ sql, parameters, rows }) => {
    const [{ Plan: top }] = (rows[0] as Explained['rows'][number])['QUERY PLAN'] as [{ Plan: PlanNode }]
    const nodes = withBelow(top)
    const answer = top['Node Type'] === 'Aggregate' ? (top.Plans?.[0] ?? top) : top
    const fetching = nodes.filter(
      (node) => node['Relation Name'] === table && FETCHING.includes(node['Node Type']),
    )
    const sorts = nodes
      .filter((node) => node['Node Type'] === 'Limit')
      .flatMap(({ Plans = [] }) => Plans.filter((node) => node['Node Type'] === 'Sort'))
    return {
      sql,
      parameters,
      fetched: fetching.reduce((sum, node) => sum + allRows(node), 0),
      returned: answer['Actual Rows'],
      sorted: largestOf(sorts.map((node) => node.Plans?.[0]?.['Actual Rows'] ?? 0)),
    }
  })
}
