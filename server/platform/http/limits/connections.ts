import { readFileSync } from 'node:fs'
import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** Idle ones take some 15 KB each, so this is a third of a gigabyte. */
const MOST_CONNECTIONS = 20_000
/** For files, the database and everything else of the process; of few descriptors, half. */
const RESERVED_DESCRIPTORS = 1_000

/** What this process may have open at once, where the machine says so. */
function descriptorLimit(): number {
  try {
    const [, most] = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
    return Number(most ?? Infinity)
  } catch {
    return Infinity
  }
}

/** How many connections one of so many processes takes, of which each has descriptors of its own. */
export function mostConnections(processes: number, descriptors = descriptorLimit()): number {
  const reserved = Math.min(descriptors / 2, RESERVED_DESCRIPTORS)
  return Math.floor(Math.min(MOST_CONNECTIONS / processes, descriptors - reserved))
}

/** No more connections than `most` at a server. Web sockets and those with a request under way do not give way. */
export function boundConnections(server: Server, most: number) {
  const open = new Set<Socket>()
  /** The longest first. */
  const waiting = new Set<Socket>()
  const leave = (socket: Socket) => {
    open.delete(socket)
    waiting.delete(socket)
  }
  server.on('request', ({ socket }, reply) => {
    waiting.delete(socket)
    reply.once('close', () => {
      if (open.has(socket)) waiting.add(socket)
    })
  })
  server.on('upgrade', (_, socket) => {
    waiting.delete(socket as Socket)
    // Nobody else takes it.
    if (server.listenerCount('upgrade') === 1) socket.destroy()
  })

  function giveWay(): boolean {
    const [longest] = waiting
    if (!longest) return false
    leave(longest)
    longest.destroy()
    return true
  }

  return {
    /** Takes one more, for which the one that has waited longest for a request gives way; false where none waits. */
    take(socket: Socket): boolean {
      if (open.size >= most && !giveWay()) return false
      open.add(socket)
      waiting.add(socket)
      socket.once('close', () => leave(socket))
      return true
    },
  }
}
