import type { FastifyReply } from 'fastify'
import * as z from 'zod/mini'
import type { Endpoint, Endpoints, NeedsSession, Parsed, Reply } from '#contract/endpoint.ts'
import type { FieldProblem } from '#contract/problem.ts'
import { invalidInput } from '#server/platform/errors/app-error.ts'
import { createReplyCopier } from './reply-copier.ts'
import type { Viewer } from './viewer.ts'

type HandlerInput<E extends Endpoint> = Parsed<E> & {
  viewer: NeedsSession<E> extends true ? Viewer : undefined
}

/** A file is sent unparsed; the contract parses everything else. Where it promises an empty object, nothing will do. */
type Outcome<E extends Endpoint> = E['contentType'] extends string
  ? Response
  : Reply<E> | (Record<string, never> extends Reply<E> ? void : never)

/** What anybody may read and caches may hold depends on its input alone. */
type Handler<E extends Endpoint, Context> = E extends { access: 'everyone'; cacheSeconds: number }
  ? (ctx: Context, input: HandlerInput<E>) => Promise<Outcome<E>>
  : (ctx: Context, input: HandlerInput<E>, reply: FastifyReply) => Promise<Outcome<E>>

/** One handler for each endpoint of a domain, under its name. */
export type Handlers<All extends Endpoints, Context> = { [Name in keyof All]: Handler<All[Name], Context> }

/** Input as it came, e.g. every query parameter as text. */
export type RawInput = { [Part in 'params' | 'query' | 'body']?: unknown }

/** Parses the input, runs the handler, and returns what the contract lists of its reply, or a file's `Response`. */
export type Call = (input: RawInput, viewer?: Viewer, reply?: FastifyReply) => Promise<unknown>

export type Calls<All extends Endpoints> = { readonly [Name in keyof All]: Call }

/** A text that no database takes: half of a sign, or NUL. Looked for without recursion, since anything may be nested. */
function unusableTexts(part: unknown): FieldProblem[] {
  const problems: FieldProblem[] = []
  const left: [path: string, value: unknown][] = [['', part]]
  for (let next = left.pop(); next; next = left.pop()) {
    const [path, value] = next
    if (typeof value === 'string') {
      if (!value.isWellFormed() || value.includes('\0'))
        problems.push({ field: path, message: 'Must be plain text' })
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, child] of Object.entries(value)) left.push([path ? `${path}.${key}` : key, child])
    }
  }
  return problems
}

function parseInput<E extends Endpoint>(endpoint: E, raw: RawInput): Parsed<E> {
  const parsed: Record<string, unknown> = {}
  const problems: FieldProblem[] = []
  for (const part of ['params', 'query', 'body'] as const) {
    const schema = endpoint[part]
    if (!schema) continue
    const result = z.safeParse(schema, raw[part])
    if (result.success) {
      parsed[part] = result.data
      problems.push(...unusableTexts(result.data))
    } else {
      problems.push(...result.error.issues.map((i) => ({ field: i.path.join('.'), message: i.message })))
    }
  }
  if (problems.length > 0) throw invalidInput(problems)
  return parsed as Parsed<E>
}

interface CallOptions {
  /** Whether replies are parsed as a whole, as in tests; otherwise only what the contract does not list is left out. */
  checksReplies: boolean
}

/** The endpoints of a contract as functions, each of the handler of its name, which gets `ctx`. */
export function createCalls<All extends Endpoints, Context>(
  ctx: Context,
  endpoints: All,
  handlers: Handlers<NoInfer<All>, Context>,
  { checksReplies }: CallOptions,
): Calls<All> {
  const createCall = (name: keyof All & string): Call => {
    const endpoint = endpoints[name] as All[keyof All]
    const handler = handlers[name] as (ctx: Context, input: unknown, reply?: FastifyReply) => Promise<unknown>
    const copy = checksReplies
      ? (value: unknown) => z.parse(endpoint.reply, value)
      : createReplyCopier(endpoint.reply)
    return async (raw, viewer, reply) => {
      const result = await handler(ctx, { ...parseInput(endpoint, raw), viewer }, reply)
      return result instanceof Response ? result : copy(result ?? {})
    }
  }
  return Object.fromEntries(Object.keys(endpoints).map((name) => [name, createCall(name)])) as Calls<All>
}
