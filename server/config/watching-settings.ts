import { isPort, isUrlOf, SECRET_CHARACTERS_MIN } from './setting-checks.ts'
import type { Setting } from './setting.ts'

/** Settings for logs, metrics and traces. */
export const WATCHING_SETTINGS = {
  SLOW_QUERY_MS: {
    default: '250',
    meaning: 'Milliseconds after which a database statement is logged as slow.',
    isValid: (text) => /^[1-9]\d{0,4}$/.test(text),
    problem: 'must be a whole number of milliseconds from 1 to 99999',
  },
  METRICS_PORT: {
    without: 'no port of its own',
    meaning: 'Port of `/metrics`, for Prometheus.',
    example: '9464',
    isValid: isPort,
    problem: 'must be a port from 1 to 65535, such as 9464',
  },
  METRICS_HOST: {
    default: '127.0.0.1',
    meaning: 'Address of this machine for that port. Only Prometheus should be able to reach it.',
    isValid: (text) => !/[\s/]/.test(text),
    problem: 'must be an address of this machine, such as 127.0.0.1',
  },
  METRICS_TOKEN: {
    without: '`/metrics` is not served there',
    meaning: 'Serves `/metrics` on the port of the site as well, to requests with `Authorization: Bearer …`.',
    isValid: (text) => text.length >= SECRET_CHARACTERS_MIN,
    problem: `must have at least ${SECRET_CHARACTERS_MIN} characters`,
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    without: 'no traces',
    meaning:
      'Destination of traces (OTLP over HTTP). The other `OTEL_*` variables of OpenTelemetry work as well, such as service name, headers and sampler.',
    example: 'http://localhost:4318',
    isValid: isUrlOf(/^https?:\/\//),
    problem: 'must be an address such as http://localhost:4318',
  },
} as const satisfies Record<string, Setting>
