import { dateFormat, formatDate } from './dates.ts'

/** '2026-11-03', the day in the deployment's time zone. */
export const dayOf = (time: string | number, timeZone: string): string =>
  dateFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(new Date(time))

const DAY_MILLISECONDS = 24 * 60 * 60_000

/** 'Today', 'Yesterday' or '3 Nov'. The server's clock may be a little ahead, so tomorrow counts as today. */
export function dayTitle(iso: string, now: number, timeZone: string, dateOf = formatDate): string {
  const day = dayOf(iso, timeZone)
  const today = dayOf(now, timeZone)
  if (day >= today) return 'Today'
  // The day before by the calendar: when clocks change, 24 hours ago may be the day before that.
  const yesterday = new Date(Date.parse(`${today}T12:00:00Z`) - DAY_MILLISECONDS).toISOString().slice(0, 10)
  return day === yesterday ? 'Yesterday' : dateOf(iso, now, timeZone)
}

/** '2:05 pm', in the deployment's locale. */
export const timeOfDay = (iso: string, locale: string, timeZone: string): string =>
  dateFormat(locale, { timeZone, hour: 'numeric', minute: '2-digit' }).format(new Date(iso))
