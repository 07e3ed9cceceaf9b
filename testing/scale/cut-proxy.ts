import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from 'node:net'

export interface CutProxy {
  port: number
  /** Where connections go from now on. Returns where they went. */
  aim(target: NetConnectOpts): NetConnectOpts
  /** Lets nothing more through on any connection that stands, and breaks none. */
  freeze(): void
  /** Breaks every connection, or that part of them. Returns how many. */
  cut(part?: number): number
  close(): Promise<void>
}

/** A cable that can be pulled: passes bytes on, both plan, until it is cut. */
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
