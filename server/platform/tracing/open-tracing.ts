import type { IncomingMessage, ServerResponse } from 'node:http'
import { context, propagation, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node'
import { VERSION } from '#server/platform/process/version.ts'
import type { Tracing } from './tracing.ts'

const SERVER_ERROR = 500

function openProvider(): NodeTracerProvider {
  const own = resourceFromAttributes({ 'service.name': 'sankofa', 'service.version': VERSION })
  const provider = new NodeTracerProvider({
    // OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES are merged last, so that they win.
    resource: own.merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  })
  provider.register()
  return provider
}

export interface OpenedTracing extends Tracing {
  /** Sends the remaining spans. */
  close(): Promise<void>
}

/**
 * Opens tracing. Only traces begun by our own proxies are continued, because anybody else could force every request
 * to be recorded.
 */
export function openTracing(isTrusted: (address: string) => boolean): OpenedTracing {
  const provider = openProvider()
  const tracer = trace.getTracer('sankofa', VERSION)

  function parentOf({ headers, socket: { remoteAddress } }: IncomingMessage) {
    const isOfProxy = remoteAddress !== undefined && isTrusted(remoteAddress)
    return isOfProxy ? propagation.extract(ROOT_CONTEXT, headers) : ROOT_CONTEXT
  }

  return {
    request(request: IncomingMessage, response: ServerResponse, answer: () => void) {
      const { method = '' } = request
      const parent = parentOf(request)
      const attributes = { 'http.request.method': method }
      const span = tracer.startSpan(method, { kind: SpanKind.SERVER, attributes }, parent)
      response.once('close', () => span.end())
      context.with(trace.setSpan(parent, span), answer)
    },
    nameRequest(route, status) {
      const span = trace.getActiveSpan()
      span?.updateName(route)
      span?.setAttributes({ 'http.route': route, 'http.response.status_code': status })
      if (status >= SERVER_ERROR) span?.setStatus({ code: SpanStatusCode.ERROR })
    },
    query(origin, started, isAnswered) {
      // Statements of timers are skipped, because each would be a trace of its own.
      if (!trace.getActiveSpan()) return
      const span = tracer.startSpan(origin, {
        kind: SpanKind.CLIENT,
        startTime: performance.timeOrigin + started,
        attributes: { 'db.system.name': 'postgresql' },
      })
      if (!isAnswered) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end()
    },
    run: (name, act) =>
      tracer.startActiveSpan(name, async (span) => {
        try {
          return await act()
        } catch (error) {
          span.setStatus({ code: SpanStatusCode.ERROR })
          throw error
        } finally {
          span.end()
        }
      }),
    async close() {
      await provider.shutdown()
      for (const api of [trace, context, propagation]) api.disable()
    },
  }
}
