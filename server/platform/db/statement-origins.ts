import { type CompiledQuery, PostgresQueryCompiler } from 'kysely'

/** Searches are built of parts, so that there are some hundred texts; the bound guards against one that is built anew each time. */
const MOST_STATEMENTS = 2_000
const ELSEWHERE = 'another statement'
/** Deep enough to reach the domain through Kysely's own frames. */
const FRAMES = 40
/** `    at async selectWeek (file:///…/server/operations/queries.ts:12:3)`, with the folder of the code as a whole. */
const FRAME =
  /^\s+at (?:async )?(?:(\S+) \()?(?:file:\/\/)?\/.*?\/((?:server|demo|scripts|bench|testing)\/[^:]+):(\d+)/
const OF_TRANSACTIONS = /^(begin|commit|rollback)$/
/** Parts that build statements for others. */
const OF_NOBODY = /^server\/platform\/db\/(connect|pipelined|prepared|statement-origins)\.ts$/

/** 'operations/queries.ts selectWeek', or with the line where the function has no name. */
function originIn(stack: string): string {
  for (const line of stack.split('\n')) {
    const [, name, path, at] = FRAME.exec(line) ?? []
    if (path === undefined || OF_NOBODY.test(path) || line.includes('/node_modules/')) continue
    const file = path.replace(/^server\//, '')
    return name === undefined || name.includes('.') ? `${file}:${at}` : `${file} ${name}`
  }
  return ELSEWHERE
}

function findOrigin(): string {
  const limit = Error.stackTraceLimit
  const trace = { stack: '' }
  Error.stackTraceLimit = FRAMES
  Error.captureStackTrace(trace, findOrigin)
  Error.stackTraceLimit = limit
  return originIn(trace.stack)
}

/** The functions that build statements, by the statements' texts. */
export type StatementOrigins = Map<string, string>

/** Where in the code a statement is built: its name for people. The same for all texts that one function builds. */
export function originOfStatement(origins: StatementOrigins, text: string): string {
  const known = origins.get(text)
  if (known !== undefined) return known
  if (OF_TRANSACTIONS.test(text)) return text
  // It brings its own texts, also within our transactions.
  return text.includes('pgboss.') ? 'pg-boss' : ELSEWHERE
}

/** Notes for each text, when it is first built, which function of the code did so. */
export class OriginCompiler extends PostgresQueryCompiler {
  readonly #origins: StatementOrigins

  constructor(origins: StatementOrigins) {
    super()
    this.#origins = origins
  }

  override compileQuery(...args: Parameters<PostgresQueryCompiler['compileQuery']>): CompiledQuery {
    const compiled = super.compileQuery(...args)
    const origins = this.#origins
    if (!origins.has(compiled.sql) && origins.size < MOST_STATEMENTS) origins.set(compiled.sql, findOrigin())
    return compiled
  }
}
