import type { Worker } from 'node:cluster'

/** What node:cluster sends to a process with a new connection, and what comes back. */
interface Handing {
  act?: string
  seq?: number
}
interface Taking {
  ack?: number
}
interface Handle {
  close(): void
}

/**
 * node:cluster keeps a connection that it has handed to a process until that says it has it, and for ever where the
 * process dies before: the person there would wait in vain. So it is closed, upon which browsers try again.
 */
export function closeUnanswered(worker: Worker): void {
  const handed = new Map<number, Handle>()
  const child = worker.process
  const send = child.send.bind(child) as (...all: unknown[]) => boolean
  child.send = (...all: unknown[]) => {
    const [{ act, seq }, handle] = all as [Handing, Handle | undefined]
    if (act === 'newconn' && seq !== undefined && handle) handed.set(seq, handle)
    return send(...all)
  }
  child.on('internalMessage', ({ ack }: Taking) => ack !== undefined && handed.delete(ack))
  worker.once('exit', () => {
    for (const handle of handed.values()) handle.close()
  })
}
