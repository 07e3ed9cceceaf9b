const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const formats = new Map<string, Intl.DateTimeFormat>()

/** Formats are cached, because making one takes far longer than using it and a list needs one in each row. */
export function dateFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify([locale, options])
  const known = formats.get(key) ?? new Intl.DateTimeFormat(locale, options)
  formats.set(key, known)
  return known
}

/**
 * [2026, 'Nov', 3] in the deployment's time zone. The month names are our own, because Intl's data differ
 * between machines.
 */
export function yearMonthDay(time: string | number, timeZone: string) {
  const format = dateFormat('en-US', { timeZone, year: 'numeric', month: 'numeric', day: 'numeric' })
  const [month, day, year] = format.format(new Date(time)).split('/').map(Number)
  return [year, MONTHS[Number(month) - 1], day] as const
}

/** '3 Nov', or '3 Nov 2025' if that is not this year. */
export function formatDate(iso: string, now: number, timeZone: string): string {
  const [year, month, day] = yearMonthDay(iso, timeZone)
  return year === yearMonthDay(now, timeZone)[0] ? `${day} ${month}` : `${day} ${month} ${year}`
}

const plural = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'} ago`

/** 'Just now', '5 min ago', '3 hours ago', '2 days ago', then the date. */
export function formatAge(iso: string, now: number, timeZone: string): string {
  const age = Math.max(0, now - Date.parse(iso))
  if (age < MINUTE) return 'Just now'
  if (age < HOUR) return `${Math.floor(age / MINUTE)} min ago`
  if (age < DAY) return plural(Math.floor(age / HOUR), 'hour')
  if (age < 7 * DAY) return plural(Math.floor(age / DAY), 'day')
  return formatDate(iso, now, timeZone)
}
