import type { IncomingMessage, ServerResponse } from 'node:http'

/** Spans of what this process does. No attribute holds a value, an address or anything of a person. */
export interface Tracing {
  /** Runs `answer` within the span of a request, which ends with its reply. */
  request(request: IncomingMessage, response: ServerResponse, answer: () => void): void
  /** What the request at hand turned out to be. */
  nameRequest(route: string, status: number): void
  /** A statement that has ended, within whatever sent it; `started` is by the process's clock. */
  query(origin: string, started: number, isAnswered: boolean): void
  run<T>(name: string, act: () => Promise<T>): Promise<T>
}
