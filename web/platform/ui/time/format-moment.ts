import { dateFormat, formatDate } from './dates.ts'

/** '3 Nov 2025, 14:05', for facts whose order matters. */
export function formatMoment(iso: string, now: number, timeZone: string): string {
  const clock = dateFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' })
  return `${formatDate(iso, now, timeZone)}, ${clock.format(new Date(iso))}`
}
