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

/** A process of its own, since its work must not slow the one that is measured; it ends with all its sockets. */
export function startMessageLoad() {
  const child = fork(join(import.meta.dirname, 'message-load-child.ts'), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  return {
    /** From the start of sending until the other's socket has it. */
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
