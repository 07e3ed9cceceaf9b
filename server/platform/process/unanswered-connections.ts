import type { Worker } from 'node:cluster'

/** Messages of node:cluster: one passes a new connection to a process, the other acknowledges it. */
interface HandOver {
  act?: string
  seq?: number
}
interface Acknowledgement {
  ack?: number
}
interface Handle {
  close(): void
}

/**
 * Closes connections that a dead process had not accepted. node:cluster keeps a connection until the process
 * acknowledges it, and for ever if the process dies before: the client would wait in vain. After the close, browsers
 * retry.
 */
export function closeUnanswered(worker: Worker): void {
  const handed = new Map<number, Handle>()
  const child = worker.process
  const send = child.send.bind(child) as (...all: unknown[]) => boolean
  child.send = (...all: unknown[]) => {
    const [{ act, seq }, handle] = all as [HandOver, Handle | undefined]
    if (act === 'newconn' && seq !== undefined && handle) handed.set(seq, handle)
    return send(...all)
  }
  child.on('internalMessage', ({ ack }: Acknowledgement) => ack !== undefined && handed.delete(ack))
  worker.once('exit', () => {
    for (const handle of handed.values()) handle.close()
  })
}
