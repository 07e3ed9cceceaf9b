import { useFromDevice, useNow } from '#web/platform/ui/time/clock.ts'
import { usePublicConfig } from '#web/platform/config/public-config.ts'
import { useServedAsOf } from '#web/platform/config/served-stale.ts'
import { dayTitle, timeOfDay } from '#web/platform/ui/time/days.ts'
import { useOnline } from '#web/platform/browser/use-online.ts'

const OFFLINE = 'You are offline. You can still read pages that you have opened before.'

/** Says why the page may be out of date; undefined if it is not. */
function useNotice(): string | undefined {
  const isOnline = useOnline()
  const servedAsOf = useServedAsOf()
  const now = useNow()
  const asOf = useFromDevice(servedAsOf ?? 0)
  const { locale, timeZone } = usePublicConfig()
  if (!isOnline) return OFFLINE
  if (servedAsOf === null) return undefined
  const iso = new Date(asOf).toISOString()
  const day = dayTitle(iso, now, timeZone)
  const time = timeOfDay(iso, locale, timeZone)
  const when = day === 'Today' ? time : `${day}, ${time}`
  return `The site cannot be reached right now. This page is from ${when}.`
}

export function OfflineNotice() {
  const notice = useNotice()
  return (
    <div role="status">
      {notice && <p className="bg-gold-soft px-4 py-2 text-center text-sm text-gold">{notice}</p>}
    </div>
  )
}
