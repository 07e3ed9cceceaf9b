import { BootError } from '#server/platform/process/boot-error.ts'

const FORM = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d)(:\d\d(?:\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)?$/

/** Offset of a time zone from UTC at a moment. */
function offsetAt(at: Date, timeZone: string): number {
  const fields = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }).formatToParts(at)
  const name = fields.find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT'
  const [, sign, hours = '0', minutes = '0'] = /^GMT([+-])(\d\d):(\d\d)/.exec(name) ?? []
  const minutesBefore = Number(hours) * 60 + Number(minutes)
  return (sign === '-' ? -minutesBefore : minutesBefore) * 60_000
}

/**
 * Parses `2026-11-22 08:17` in the market's time zone, unless Z or an offset follows. Refuses a future
 * moment.
 */
export function momentOf(
  text: string,
  { timeZone, option = '--to', now = new Date() }: { timeZone: string; option?: string; now?: Date },
): Date {
  const at = parse(text, { timeZone, option })
  if (at > now)
    throw new BootError(
      `${option} is in the future: ${at.toISOString()}, by the clock of ${timeZone}. Now it is ${now.toISOString()}.`,
    )
  return at
}

/** Whether the calendar has this day: Date turns 31 February into 3 March. */
const isDay = (day = ''): boolean => new Date(`${day}T00:00Z`).toISOString().startsWith(day)

/** Describes the moment, with the time zone unless the text names it. */
export const describeMoment = (text: string, at: Date, timeZone: string): string =>
  `${text.trim()}${FORM.exec(text.trim())?.[4] === undefined ? ` ${timeZone}` : ''} (${at.toISOString()})`

function parse(text: string, { timeZone, option }: { timeZone: string; option: string }): Date {
  const found = FORM.exec(text.trim())
  const [, day, minute, seconds = ':00', zone] = found ?? []
  const at = new Date(`${day}T${minute}${seconds}${zone ?? 'Z'}`)
  if (!found || Number.isNaN(at.getTime()) || !isDay(day))
    throw new BootError(`${option} must be a moment such as '2026-11-22 08:17', not '${text}'.`)
  if (zone !== undefined) return at
  // Repeated for the days on which clocks change.
  const near = new Date(at.getTime() - offsetAt(at, timeZone))
  return new Date(at.getTime() - offsetAt(near, timeZone))
}
