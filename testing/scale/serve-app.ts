import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { App } from '#server/app.ts'
import { guardRequests } from '#server/platform/http/limits/slow-clients.ts'

export interface ServedApp {
  origin: string
  close(): Promise<void>
}

/**
 * The app on its own port, for tests that need a real connection; `attach` extends its server before it
 * listens.
 */
export async function serveApp(
  { app: { server }, isUpload }: App,
  attach?: (server: Server) => Promise<unknown>,
): Promise<ServedApp> {
  await attach?.(server)
  guardRequests(server, { isUpload })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
