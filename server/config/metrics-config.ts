import { redacted } from './redacted.ts'
import type { SettingValues } from './settings.ts'

export interface MetricsConfig {
  /** Undefined: no port of its own. */
  port: number | undefined
  host: string
  /** Undefined: nothing at /metrics of the site's own port. */
  token: string | undefined
}

export const metricsConfig = ({ METRICS_PORT, METRICS_HOST, METRICS_TOKEN }: SettingValues): MetricsConfig =>
  redacted(
    {
      port: METRICS_PORT === undefined ? undefined : Number(METRICS_PORT),
      host: METRICS_HOST,
      token: METRICS_TOKEN,
    },
    { token: METRICS_TOKEN && '***' },
  )
