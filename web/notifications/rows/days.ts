import { yearMonthDay } from '#web/platform/ui/time/dates.ts'
import { dayTitle } from '#web/platform/ui/time/days.ts'

/** 'Nov 3, 2026', the format of SPEC 9 for notifications. */
function dateOfNotifications(iso: string, _now: number, timeZone: string): string {
  const [year, month, day] = yearMonthDay(iso, timeZone)
  return `${month} ${day}, ${year}`
}

export interface Day<Item> {
  title: string
  items: Item[]
}

/** Notifications in their order, grouped by the day on which they came. */
export function groupByDay<Item extends { createdAt: string }>(
  items: readonly Item[],
  now: number,
  timeZone: string,
): Day<Item>[] {
  const days = new Map<string, Item[]>()
  for (const item of items) {
    const title = dayTitle(item.createdAt, now, timeZone, dateOfNotifications)
    const known = days.get(title)
    if (known) known.push(item)
    else days.set(title, [item])
  }
  return [...days].map(([title, ofDay]) => ({ title, items: ofDay }))
}
