import type { IncomingMessage, ServerResponse } from 'node:http'

/** Spans of this process's work. Attributes contain no values, addresses or data of people. */
export interface Tracing {
  /** Runs `answer` within the span of a request, which ends with its reply. */
  request(request: IncomingMessage, response: ServerResponse, answer: () => void): void
  /** Names the span of the current request. */
  nameRequest(route: string, status: number): void
  /** Records a finished statement in the span that sent it; `started` is a time of `performance.now()`. */
  query(origin: string, started: number, isAnswered: boolean): void
  run<T>(name: string, act: () => Promise<T>): Promise<T>
}
