import { createServer } from 'node:http'
import pg from 'pg'
import { valueParsers } from '#server/platform/db/value-parsers.ts'

export interface BareServer {
  databaseUrl: string
  /** The last segment of a path stands for the one parameter, where the statement has one. */
  text: string
  hasParameter: boolean
}

/** What Node and PostgreSQL take at the least for one query a request: the query, JSON, and nothing else. */
function serve({ databaseUrl, text, hasParameter }: BareServer): void {
  const pool = new pg.Pool({ connectionString: databaseUrl, types: valueParsers, max: 10 })
  const server = createServer((request, response) => {
    const values = hasParameter ? [request.url?.split('/').at(-1)] : []
    pool.query({ name: 'one', text, values }).then(
      ({ rows }) => {
        const body = JSON.stringify(rows)
        response
          .writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) })
          .end(body)
      },
      () => response.writeHead(500).end(),
    )
  })
  server.listen(0, '127.0.0.1', () => process.send?.(server.address()))
}

process.once('message', serve)
