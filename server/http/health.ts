import type { Hono } from 'hono'

/** `/healthz`: the process lives. `/readyz`: it can serve, that is, the database answers and is migrated. */
export function mountHealth(app: Hono, isReady: () => Promise<boolean>): void {
  app.get('/healthz', (c) => c.text('alive', 200, { 'Cache-Control': 'no-store' }))
  app.get('/readyz', async (c) => {
    const ready = await isReady().catch(() => false)
    return c.text(ready ? 'ready' : 'not ready', ready ? 200 : 503, { 'Cache-Control': 'no-store' })
  })
}
