import * as z from 'zod/mini'
import type { LiveCalls, LiveReply } from '#contract/live.ts'
import { PROBLEMS, type ProblemCode } from '#contract/problem.ts'
import { AppError } from '#server/app-error.ts'
import type { Log } from '#server/log.ts'
import { pace } from './flood.ts'
import type { LiveSocket } from './live-socket.ts'

const conversationId = z.uuid()
const SCHEMAS = {
  auth: z.object({ token: z.string().check(z.maxLength(4096)) }),
  typing: z.object({ conversationId, typing: z.boolean() }),
  'presence.watch': z.object({ conversationId }),
  'presence.unwatch': z.object({ conversationId }),
}

/** Calls a second, and at once after a pause. */
const PACES: Record<keyof LiveCalls, [perSecond: number, burst: number]> = {
  auth: [0.2, 5],
  typing: [5, 10],
  'presence.watch': [5, 40],
  'presence.unwatch': [5, 40],
}

type Call<Name extends keyof LiveCalls> = Parameters<LiveCalls[Name]>[0]

/** What a call does; resolves to the rest of its answer. */
export type CallHandlers = {
  [Name in keyof LiveCalls]: (socket: LiveSocket, call: Call<Name>) => Promise<object>
}

const refusal = (code: ProblemCode): LiveReply => ({ ok: false, code, message: PROBLEMS[code].message })

/** Answers each call, whatever it holds; nothing that a socket sends throws. */
export function answerCalls(socket: LiveSocket, handlers: CallHandlers, log: Log): void {
  async function answerTo<Name extends keyof LiveCalls>(name: Name, given: unknown): Promise<LiveReply> {
    const call = z.safeParse(SCHEMAS[name], given)
    if (!call.success) return refusal('invalid-input')
    try {
      return { ok: true, ...(await handlers[name](socket, call.data as Call<Name>)) }
    } catch (error) {
      if (error instanceof AppError) return refusal(error.code)
      log.error({ err: error, call: name }, 'fault of a live call')
      return refusal('fault')
    }
  }

  /** One after the other, so that 'stopped typing' never overtakes 'types'. */
  let last: Promise<unknown> = Promise.resolve()
  const paces: Partial<Record<keyof LiveCalls, () => boolean>> = {}
  for (const name of Object.keys(SCHEMAS) as (keyof LiveCalls)[]) {
    const mayCall = () => (paces[name] ??= pace(...PACES[name]))()
    const hear = (given: unknown, answer?: unknown) => {
      const reply = (result: LiveReply) => {
        if (typeof answer === 'function') (answer as (result: LiveReply) => void)(result)
      }
      if (mayCall()) last = last.then(() => answerTo(name, given)).then(reply)
      else reply(refusal('too-many-requests'))
    }
    socket.on(name, hear)
  }
}
