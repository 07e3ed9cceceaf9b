import type { FastifyInstance } from 'fastify'

const NOT_STORED = { 'content-type': 'text/plain; charset=UTF-8', 'cache-control': 'no-store' }

/**
 * Adds `/healthz`, which says that the process is alive, and `/readyz`, which lists the problems that keep it from
 * serving everything.
 */
export function addHealth(app: FastifyInstance, findProblems: () => Promise<string[]>): void {
  app.get('/healthz', async (_request, reply) => reply.headers(NOT_STORED).send('alive'))
  app.get('/readyz', async (_request, reply) => {
    reply.headers(NOT_STORED)
    const problems = await findProblems()
    if (problems.length === 0) return 'ready'
    reply.code(503).header('retry-after', '2')
    return `not ready: ${problems.join('; ')}`
  })
}
