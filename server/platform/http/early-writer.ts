import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type ProblemDeps, toProblem } from './problem-reply.ts'
import { logRequest, type RequestLogDeps } from './request-log.ts'

/** Longer ones take the framework's way. */
export const LONGEST_ADDRESS = 500
export const JSON_TYPE = 'application/json; charset=utf-8'

const PLAIN_HOST = /^[a-z\d._-]+(?::(?:[1-5]\d{3,4}|6[0-4]\d{3}|[6-9]\d{3}))?$/

/** Others are the framework's to take or to refuse. */
export const hasPlainHost = ({ headers }: IncomingMessage): boolean => PLAIN_HOST.test(headers.host ?? '')

export const hasBody = ({ headers }: IncomingMessage): boolean =>
  Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined

/** A request that is answered before the framework sees it. */
export interface Exchange {
  request: IncomingMessage
  response: ServerResponse
  path: string
  /** Of the call in the contract. */
  route: string
  requestId: string
  started: number
}

export const beginExchange = (
  request: IncomingMessage,
  response: ServerResponse,
  { path, route }: Pick<Exchange, 'path' | 'route'>,
): Exchange => ({ request, response, path, route, requestId: randomUUID(), started: performance.now() })

/** Writes heads, bodies and log lines as the framework's way does. */
export interface EarlyWriter {
  /** `head` holds names and values by turns. */
  write(exchange: Exchange, status: number, head: string[], body?: Uint8Array | string): void
  refuse(exchange: Exchange, error: unknown): void
  /** Waits for a reply; a fault in its writing ends no more than its connection. */
  finish(exchange: Exchange, replying: Promise<void>): void
}

export interface EarlyWriterOptions extends ProblemDeps, RequestLogDeps {
  telemetry: ProblemDeps['telemetry'] & RequestLogDeps['telemetry']
  /** Headers of every reply. */
  headers: [name: string, value: string][]
}

export function createEarlyWriter(options: EarlyWriterOptions): EarlyWriter {
  const { headers, log, telemetry } = options
  const sharedHeaders = headers.flat()

  function write(exchange: Exchange, status: number, head: string[], body?: Uint8Array | string): void {
    const { request, response, requestId, path, started, route } = exchange
    response.writeHead(status, ['X-Request-Id', requestId, ...sharedHeaders, ...head])
    response.end(body)
    logRequest(options, { requestId, method: request.method ?? '', path, status, started, route })
  }

  return {
    write,
    refuse(exchange, error) {
      const problem = toProblem(error, log, exchange.requestId)
      telemetry.refusals.inc({ route: exchange.route, code: problem.body.error.code })
      const body = JSON.stringify(problem.body)
      const head = [...problem.headers.flat(), 'Content-Type', 'application/json']
      head.push('Content-Length', String(Buffer.byteLength(body)))
      write(exchange, problem.status, head, body)
    },
    finish({ response, requestId }, replying) {
      replying.catch((err: unknown) => {
        log.error({ err, requestId }, 'a reply was not sent')
        response.destroy()
      })
    },
  }
}
