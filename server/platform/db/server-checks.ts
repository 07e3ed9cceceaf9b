import { sql } from 'kysely'
import pg from 'pg'
import { within } from '#server/platform/concurrency/within.ts'
import { BootError } from '#server/platform/process/boot-error.ts'
import type { Database } from './connect.ts'

/** Extensions that the migrations create; all are trusted, so no superuser is needed. */
export const EXTENSIONS = ['btree_gin', 'fuzzystrmatch', 'pg_trgm', 'unaccent'] as const
const TIMEOUT_MS = 3_000
const STATEMENT_LOST = '26000'

interface Facts {
  name: string
  role: string
  is_replica: boolean
  encoding: string
  may_create: boolean
  may_create_in_public: boolean
  has_timeout: boolean
}

interface ExtensionFact {
  name: string
  is_installed: boolean
  is_available: boolean
}

async function readFacts(db: Database): Promise<Facts | undefined> {
  const { rows } = await sql<Facts>`
    select current_database() as name, current_user as role, pg_is_in_recovery() as is_replica,
      getdatabaseencoding() as encoding,
      has_database_privilege(current_database(), 'create') or to_regnamespace('pgboss') is not null as may_create,
      has_schema_privilege('public', 'create') as may_create_in_public,
      current_setting('statement_timeout') <> '0' as has_timeout`.execute(db)
  return rows[0]
}

async function readExtensions(db: Database, names: readonly string[]): Promise<ExtensionFact[]> {
  const { rows } = await sql<ExtensionFact>`
    select wanted.name, e.oid is not null as is_installed, a.name is not null as is_available
    from unnest(${names}::text[]) as wanted (name)
    left join pg_extension e on e.extname = wanted.name
    left join pg_available_extensions a on a.name = wanted.name
    order by 1`.execute(db)
  return rows
}

/** Obstacles to the migrations, each with its remedy. An installed extension need not be available. */
function problemsOf(facts: Facts, extensions: ExtensionFact[]): string[] {
  const { name, role, is_replica: isReplica, encoding } = facts
  if (isReplica)
    return [
      'this server is a read-only replica. Set DATABASE_URL to the primary, and DATABASE_READ_URL to replicas.',
    ]
  const problems: string[] = []
  if (encoding !== 'UTF8')
    problems.push(`the database ${name} has the encoding ${encoding}. Create one with encoding 'UTF8'.`)
  const lacking = extensions.filter(({ is_installed: isInstalled }) => !isInstalled)
  const unavailable = lacking
    .filter(({ is_available: isAvailable }) => !isAvailable)
    .map(({ name: each }) => each)
  if (unavailable.length > 0)
    problems.push(
      `this server does not offer ${unavailable.join(', ')}. Install the package of PostgreSQL's additional modules, or allow these extensions in the settings of the service.`,
    )
  if (!facts.may_create)
    problems.push(
      `${role} may not create in the database ${name}. Run: grant create on database ${name} to ${role}`,
    )
  if (!facts.may_create_in_public)
    problems.push(`${role} may not create in its schema. Run: grant create on schema public to ${role}`)
  return problems
}

/**
 * Checks that an external PostgreSQL is suitable, without a superuser and before anything is written. Returns
 * warnings for the start; throws a BootError with a line for each problem.
 */
export async function checkFitness(
  db: Database,
  extensions: readonly string[] = EXTENSIONS,
): Promise<string[]> {
  const facts = await readFacts(db)
  if (!facts) return []
  const problems = problemsOf(facts, await readExtensions(db, extensions))
  if (problems.length > 0) throw new BootError(problems.map((problem) => `DATABASE_URL: ${problem}`))
  if (facts.has_timeout) return []
  return [
    `DATABASE_URL: statements have no time limit, because a pooler drops the setting. Run: alter role ${facts.role} set statement_timeout = '10s'`,
  ]
}

async function withClients<T>(
  url: string,
  act: (one: pg.Client, other: pg.Client) => Promise<T>,
): Promise<T> {
  const clients = [1, 2].map(() => {
    const client = new pg.Client({ connectionString: url, application_name: 'sankofa check' })
    client.on('error', () => undefined)
    return client
  }) as [pg.Client, pg.Client]
  try {
    for (const client of clients) await client.connect()
    return await act(...clients)
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => undefined)))
  }
}

/** Checks that notifications arrive: a pooler in transaction mode loses the listener. */
export async function checkNotifications(url: string): Promise<void> {
  const channel = 'sankofa_check'
  const arrives = await withClients(url, async (listening, notifying) => {
    const arrived = new Promise<boolean>((resolve) => listening.once('notification', () => resolve(true)))
    await listening.query(`listen ${channel}`)
    await notifying.query(`notify ${channel}`)
    return within(TIMEOUT_MS, arrived, false)
  })
  if (arrives) return
  throw new BootError(
    'DATABASE_DIRECT_URL: notifications do not arrive, for example behind PgBouncer in transaction mode. Set it to the address of PostgreSQL itself.',
  )
}

/**
 * Checks that prepared statements work: an old pooler may send them to a connection on which they were not prepared.
 */
export async function checkPreparedStatements(url: string): Promise<void> {
  const statement = { name: 'sankofa_check', text: 'select $1::int as one', values: [1] }
  const isLost = await withClients(url, async (preparing, occupying) => {
    await preparing.query(statement)
    // A pooler that shares connections gives this transaction the one that was just used.
    await occupying.query('begin')
    const isForgotten = preparing.query(statement).then(
      () => false,
      (error: { code?: string }) => error.code === STATEMENT_LOST,
    )
    // In a pool of one connection the statement waits for the end of the transaction.
    const outcome = await within(TIMEOUT_MS, isForgotten, false)
    await occupying.query('rollback')
    return outcome
  })
  if (!isLost) return
  throw new BootError(
    'DATABASE_URL: prepared statements are lost, for example behind PgBouncer in transaction mode without max_prepared_statements. Use PgBouncer 1.21 or newer with max_prepared_statements = 500, or its session mode.',
  )
}

/** Runs all checks of an external server. */
export async function checkExternalServer(
  db: Database,
  { url, directUrl }: { url: string; directUrl: string },
  report: (line: string) => void,
): Promise<void> {
  for (const line of await checkFitness(db)) report(line)
  await checkNotifications(directUrl)
  await checkPreparedStatements(url)
}
