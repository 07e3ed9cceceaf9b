import { redacted } from './redacted.ts'
import type { SettingValues } from './settings.ts'

export interface MetricsConfig {
  /** Undefined if metrics have no port of their own. */
  port: number | undefined
  host: string
  /** Undefined if the site's own port does not serve /metrics. */
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
