import { isPort, isUrlOf, SECRET_CHARACTERS_MIN } from './setting-checks.ts'
import type { Setting } from './setting.ts'

/** By which operators see what the site does. */
export const WATCHING_SETTINGS = {
  SLOW_QUERY_MS: {
    default: '250',
    meaning: 'from how many milliseconds on a statement of the database is logged by its name as slow',
    isValid: (text) => /^[1-9]\d{0,4}$/.test(text),
    problem: 'must be a whole number of milliseconds from 1 to 99999',
  },
  METRICS_PORT: {
    without: 'no port of its own',
    meaning: 'port of `/metrics`, for Prometheus',
    example: '9464',
    isValid: isPort,
    problem: 'must be a port from 1 to 65535, such as 9464',
  },
  METRICS_HOST: {
    default: '127.0.0.1',
    meaning: 'address of this machine at which that port listens; nobody but Prometheus should reach it',
    isValid: (text) => !/[\s/]/.test(text),
    problem: 'must be an address of this machine, such as 127.0.0.1',
  },
  METRICS_TOKEN: {
    without: 'nothing is there',
    meaning: "serves `/metrics` on the site's own port to who sends it as `Authorization: Bearer …`",
    isValid: (text) => text.length >= SECRET_CHARACTERS_MIN,
    problem: `must have at least ${SECRET_CHARACTERS_MIN} characters`,
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    without: 'no traces',
    meaning:
      'where traces go, by OTLP over HTTP; the other `OTEL_*` variables of OpenTelemetry (service name, headers, sampler) hold as well',
    example: 'http://localhost:4318',
    isValid: isUrlOf(/^https?:\/\//),
    problem: 'must be an address such as http://localhost:4318',
  },
} as const satisfies Record<string, Setting>
