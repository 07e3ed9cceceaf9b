import type { Hono } from 'hono'

const HEADERS = { 'Cache-Control': 'no-store' }

/** `/healthz`: the process lives. `/readyz`: it can serve everything, and if not, what is wrong. */
export function mountHealth(app: Hono, findProblems: () => Promise<string[]>): void {
  app.get('/healthz', (c) => c.text('alive', 200, HEADERS))
  app.get('/readyz', async (c) => {
    const problems = await findProblems()
    if (problems.length === 0) return c.text('ready', 200, HEADERS)
    return c.text(`not ready: ${problems.join('; ')}`, 503, { ...HEADERS, 'Retry-After': '2' })
  })
}
