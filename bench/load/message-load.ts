import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Speed } from './load.ts'

export interface Connected {
  id: string
  conversationId: string
  token: string
}

export type MessageTask =
  | {
      kind: 'send'
      url: string
      pairs: [Connected, Connected][]
      perSecond: number
      seconds: number
      /** Whether messages are marked as read at once, as the site does for an open conversation. */
      reads: boolean
    }
  | { kind: 'idle'; url: string; tokens: string[] }

export type MessageLoad = ReturnType<typeof startMessageLoad>

/** Starts a separate process, so that its work does not slow the measured one; it ends with all its sockets. */
export function startMessageLoad() {
  const child = fork(join(import.meta.dirname, 'message-load-child.ts'), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  return {
    /** For messages, measures the time from sending one until the other person's socket receives it. */
    async run(task: MessageTask): Promise<Speed> {
      child.send(task)
      const [result] = (await once(child, 'message')) as [Speed | { failed: string }]
      if ('failed' in result) throw new Error(result.failed)
      return result
    },
    async [Symbol.asyncDispose]() {
      const exited = once(child, 'exit')
      child.disconnect()
      await exited
    },
  }
}
