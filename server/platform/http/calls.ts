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

/**
 * A file is sent as it is; the contract parses everything else. A handler may return nothing if the contract has an
 * empty object.
 */
type Outcome<E extends Endpoint> = E['contentType'] extends string
  ? Response
  : Reply<E> | (Record<string, never> extends Reply<E> ? void : never)

/** Public replies that caches may store depend only on their input, so their handlers do not get the reply. */
type Handler<E extends Endpoint, Context> = E extends { access: 'everyone'; cacheSeconds: number }
  ? (ctx: Context, input: HandlerInput<E>) => Promise<Outcome<E>>
  : (ctx: Context, input: HandlerInput<E>, reply: FastifyReply) => Promise<Outcome<E>>

/** One handler for each endpoint of a domain, under its name. */
export type Handlers<All extends Endpoints, Context> = { [Name in keyof All]: Handler<All[Name], Context> }

/** Unparsed input, with every query parameter as text. */
export type RawInput = { [Part in 'params' | 'query' | 'body']?: unknown }

/**
 * Parses the input, runs the handler, and returns the fields of its reply that the contract lists, or a file's
 * `Response`.
 */
export type Call = (input: RawInput, viewer?: Viewer, reply?: FastifyReply) => Promise<unknown>

export type Calls<All extends Endpoints> = { readonly [Name in keyof All]: Call }

/**
 * Finds texts that PostgreSQL refuses because they contain NUL or half a surrogate pair. There is no recursion,
 * because input may be nested deeply.
 */
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
  /**
   * True if replies are parsed completely, as in tests; otherwise fields that the contract does not list are only
   * left out.
   */
  checksReplies: boolean
}

/** The endpoints of a contract as functions, which call the handlers of the same name with `ctx`. */
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
