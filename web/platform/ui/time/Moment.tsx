import { usePublicConfig } from '#web/platform/config/public-config.ts'
import { useNow } from './clock.ts'
import { formatMoment } from './format-moment.ts'

/** A date with its time of day. */
export function Moment({ iso }: { iso: string }) {
  const { timeZone } = usePublicConfig()
  return <time dateTime={iso}>{formatMoment(iso, useNow(), timeZone)}</time>
}
