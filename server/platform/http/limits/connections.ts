import { readFileSync } from 'node:fs'
import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** An idle connection uses about 15 KB, so this is a third of a gigabyte. */
const MOST_CONNECTIONS = 20_000
/** Descriptors for files, the database and everything else; at most half of all descriptors. */
const RESERVED_DESCRIPTORS = 1_000

/** Maximum descriptors of this process, or Infinity if unknown. */
function descriptorLimit(): number {
  try {
    const [, most] = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
    return Number(most ?? Infinity)
  } catch {
    return Infinity
  }
}

/** Maximum connections per process; each process has descriptors of its own. */
export function mostConnections(processes: number, descriptors = descriptorLimit()): number {
  const reserved = Math.min(descriptors / 2, RESERVED_DESCRIPTORS)
  return Math.floor(Math.min(MOST_CONNECTIONS / processes, descriptors - reserved))
}

/**
 * Limits the connections of a server to `most`. Web sockets and connections with a current request are never closed
 * for others.
 */
export function boundConnections(server: Server, most: number) {
  const open = new Set<Socket>()
  /** Idle connections, longest idle first. */
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
    // No other listener handles the upgrade.
    if (server.listenerCount('upgrade') === 1) socket.destroy()
  })

  function closeLongestIdle(): boolean {
    const [longest] = waiting
    if (!longest) return false
    leave(longest)
    longest.destroy()
    return true
  }

  return {
    /**
     * Accepts a connection and, if there are too many, closes the one that has been idle longest; false if none is
     * idle.
     */
    take(socket: Socket): boolean {
      if (open.size >= most && !closeLongestIdle()) return false
      open.add(socket)
      waiting.add(socket)
      socket.once('close', () => leave(socket))
      return true
    },
  }
}
