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

let tracing: Tracing | undefined

/** Undefined unless OTEL_EXPORTER_OTLP_ENDPOINT is set, and then nothing of OpenTelemetry is loaded. */
export const currentTracing = (): Tracing | undefined => tracing

export function setTracing(opened: Tracing | undefined): void {
  tracing = opened
}

export const inSpan = <T>(name: string, act: () => Promise<T>): Promise<T> =>
  tracing ? tracing.run(name, act) : act()
