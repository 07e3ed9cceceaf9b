import * as z from 'zod/mini'
import type { LiveCalls, LiveReply } from '#contract/live.ts'
import { PROBLEMS, type ProblemCode } from '#contract/problem.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import type { Telemetry } from '#server/platform/metrics/telemetry.ts'
import type { Log } from '#server/platform/process/log.ts'
import { asAppError } from '#server/platform/errors/outage.ts'
import type { LiveSocket } from './live-socket.ts'
import { tokenBucket } from './token-bucket.ts'

type CallInput<Name extends keyof LiveCalls> = Parameters<LiveCalls[Name]>[0]

interface CallLimits {
  perSecond: number
  /** Maximum calls at once after a pause. */
  burst: number
}

/** A call that a socket may send; `handle` resolves to the rest of the reply. */
interface LiveCall<Context, Input> extends CallLimits {
  schema: z.ZodMiniType<Input>
  handle(ctx: Context, socket: LiveSocket, input: Input): Promise<object>
}

/** Handlers for each call of the contract, except `auth`, which the live socket answers itself. */
export type LiveCallTable<Context> = {
  [Name in Exclude<keyof LiveCalls, 'auth'>]: LiveCall<Context, CallInput<Name>>
}

export interface BoundCall extends CallLimits {
  schema: z.ZodMiniType
  handle(socket: LiveSocket, input: unknown): Promise<object>
}

export type BoundCalls = Record<string, BoundCall>

export const bindCalls = <Context>(ctx: Context, table: LiveCallTable<Context>): BoundCalls =>
  Object.fromEntries(
    Object.entries<LiveCall<Context, unknown>>(table).map(([name, call]) => [
      name,
      { ...call, handle: (socket: LiveSocket, input: unknown) => call.handle(ctx, socket, input) },
    ]),
  )

export const AUTH_CALL = {
  schema: z.object({ token: z.string().check(z.maxLength(4096)) }),
  perSecond: 0.2,
  burst: 5,
}

/** Answers each call; no input of a socket can make it throw. */
export function answerCalls(
  socket: LiveSocket,
  calls: BoundCalls,
  { log, telemetry }: { log: Log; telemetry: Pick<Telemetry, 'refusals'> },
): void {
  function refuse(call: string, code: ProblemCode): LiveReply {
    telemetry.refusals.inc({ route: `live ${call}`, code })
    return { ok: false, code, message: PROBLEMS[code].message }
  }

  async function answer(name: string, call: BoundCall, input: unknown): Promise<LiveReply> {
    const parsed = z.safeParse(call.schema, input)
    if (!parsed.success) return refuse(name, 'invalid-input')
    try {
      return { ok: true, ...(await call.handle(socket, parsed.data)) }
    } catch (error) {
      if (!(error instanceof AppError)) log.error({ err: error, call: name }, 'fault of a live call')
      return refuse(name, asAppError(error).code)
    }
  }

  /** Calls run one at a time, so that 'stopped typing' never overtakes 'types'. */
  let last: Promise<unknown> = Promise.resolve()
  for (const [name, call] of Object.entries(calls)) {
    let bucket: (() => boolean) | undefined
    const isAllowed = () => (bucket ??= tokenBucket(call.perSecond, call.burst))()
    const listener = (input: unknown, acknowledge?: unknown) => {
      const reply = (result: LiveReply) => {
        if (typeof acknowledge === 'function') (acknowledge as (result: LiveReply) => void)(result)
      }
      if (isAllowed()) last = last.then(() => answer(name, call, input)).then(reply)
      else reply(refuse(name, 'too-many-requests'))
    }
    socket.on(name as keyof LiveCalls, listener)
  }
}
