import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from 'node:net'

export interface CutProxy {
  port: number
  /** Sets the target of later connections. Returns the previous one. */
  aim(target: NetConnectOpts): NetConnectOpts
  /** Holds the data of every open connection without closing any. */
  freeze(): void
  /** Closes all connections, or the given share of them. Returns their number. */
  cut(part?: number): number
  close(): Promise<void>
}

/** A TCP proxy that can be cut: forwards bytes in both directions until then. */
export async function openCutProxy(target: NetConnectOpts): Promise<CutProxy> {
  let aim = target
  const open = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(aim)
    open.add(near)
    const end = () => {
      open.delete(near)
      near.destroy()
      far.destroy()
    }
    for (const socket of [near, far]) socket.setNoDelay(true).once('error', end).once('close', end)
    near.pipe(far).pipe(near)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const cut = (part = 1) => {
    const chosen = [...open].filter(() => Math.random() < part)
    for (const socket of chosen) socket.resetAndDestroy()
    return chosen.length
  }
  return {
    port: (server.address() as AddressInfo).port,
    aim(next) {
      const former = aim
      aim = next
      return former
    },
    freeze() {
      for (const near of open) near.unpipe().pause()
    },
    cut,
    async close() {
      server.close()
      cut()
      await once(server, 'close')
    },
  }
}
