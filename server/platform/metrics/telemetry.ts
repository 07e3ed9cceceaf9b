import { Registry } from 'prom-client'
import type { Tracing } from '#server/platform/tracing/tracing.ts'
import { createCounts } from './counts.ts'

/** Metrics and traces of one process. */
export interface Telemetry extends ReturnType<typeof createCounts> {
  /** Registry of all metrics, which /metrics prints. */
  registry: Registry
  /** Undefined unless OTEL_EXPORTER_OTLP_ENDPOINT is set; OpenTelemetry is then not loaded. */
  tracing: Tracing | undefined
}

export function createTelemetry(tracing?: Tracing): Telemetry {
  const registry = new Registry()
  return { ...createCounts(registry), registry, tracing }
}
