import { formatDate } from '#web/ui/dates.ts'

const formats = new Map<string, Intl.DateTimeFormat>()

/** Making one takes far longer than using it, and a conversation needs one for each message. */
function formatOf(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify([locale, options])
  const known = formats.get(key) ?? new Intl.DateTimeFormat(locale, options)
  formats.set(key, known)
  return known
}

/** '2026-11-03', the day in the deployment's time zone. */
export const dayOf = (time: string | number, timeZone: string): string =>
  formatOf('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(new Date(time))

const DAY_MILLISECONDS = 24 * 60 * 60_000

/** 'Today', 'Yesterday' or 'Nov 3, 2026' (SPEC 9). */
export function dayTitle(iso: string, now: number, timeZone: string): string {
  const day = dayOf(iso, timeZone)
  const today = dayOf(now, timeZone)
  if (day === today) return 'Today'
  // The day before by the calendar: where clocks change, 24 hours ago may be the day before that.
  const yesterday = new Date(Date.parse(`${today}T12:00:00Z`) - DAY_MILLISECONDS).toISOString().slice(0, 10)
  return day === yesterday ? 'Yesterday' : formatDate(iso, timeZone)
}

/** '2:05 pm', as the deployment writes it. */
export const timeOfDay = (iso: string, locale: string, timeZone: string): string =>
  formatOf(locale, { timeZone, hour: 'numeric', minute: '2-digit' }).format(new Date(iso))
