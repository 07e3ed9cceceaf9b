import { formatDate } from '#web/ui/dates.ts'

const DAY = 24 * 60 * 60_000

/** Number of a moment's calendar day in a time zone; days of 23 or 25 hours count as one. */
function dayNumber(milliseconds: number, timeZone: string): number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
  })
  const [month, day, year] = format.format(milliseconds).split('/').map(Number)
  return Date.UTC(year ?? 0, (month ?? 1) - 1, day) / DAY
}

/** 'Today', 'Yesterday', or a date as 'Nov 3, 2026' (SPEC 9). */
export function formatDay(iso: string, now: number, timeZone: string): string {
  const age = dayNumber(now, timeZone) - dayNumber(Date.parse(iso), timeZone)
  // The server's clock may be a little ahead.
  if (age <= 0) return 'Today'
  return age === 1 ? 'Yesterday' : formatDate(iso, timeZone)
}

/** '09:05' in a time zone. */
export const formatTime = (iso: string, timeZone: string): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }).format(Date.parse(iso))

export interface Day<Item> {
  name: string
  items: Item[]
}

/** What is newest first, by day. */
export function groupByDay<Item extends { createdAt: string }>(
  items: readonly Item[],
  now: number,
  timeZone: string,
): Day<Item>[] {
  const days = new Map<string, Item[]>()
  for (const item of items) {
    const name = formatDay(item.createdAt, now, timeZone)
    const known = days.get(name)
    if (known) known.push(item)
    else days.set(name, [item])
  }
  return [...days].map(([name, ofDay]) => ({ name, items: ofDay }))
}
