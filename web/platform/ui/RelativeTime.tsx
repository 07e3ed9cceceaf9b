import { useNow } from './clock.ts'
import { usePublicConfig } from '#web/app/public-config.ts'
import { formatAge } from './dates.ts'

export function RelativeTime({ iso }: { iso: string }) {
  const { timeZone } = usePublicConfig()
  return <time dateTime={iso}>{formatAge(iso, useNow(), timeZone)}</time>
}
