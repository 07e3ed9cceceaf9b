import { createServer } from 'node:http'
import pg from 'pg'
import { valueParsers } from '#server/platform/db/value-parsers.ts'

export interface BareServer {
  databaseUrl: string
  /** SQL of the statement; the last segment of the path is its parameter, if it has one. */
  text: string
  hasParameter: boolean
}

/** The minimum that Node and PostgreSQL need for one query per request: only the query and JSON. */
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
