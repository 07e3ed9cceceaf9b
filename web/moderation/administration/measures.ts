const UNITS = ['kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const
const STEP = 1000

/** For example '1.2 GB'; the smallest unit is kB. */
export function formatBytes(bytes: number, locale: string): string {
  let value = bytes / STEP
  let index = 0
  while (value >= STEP && index < UNITS.length - 1) {
    value /= STEP
    index += 1
  }
  return value.toLocaleString(locale, {
    style: 'unit',
    unit: UNITS[index],
    unitDisplay: 'short',
    maximumFractionDigits: value < 10 ? 1 : 0,
  })
}

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** A rough duration: '40 s', '12 min', '3 h' or '5 days'. */
export function formatDuration(seconds: number): string {
  if (seconds < MINUTE) return `${Math.round(seconds)} s`
  if (seconds < HOUR) return `${Math.round(seconds / MINUTE)} min`
  if (seconds < 2 * DAY) return `${Math.round(seconds / HOUR)} h`
  return `${Math.round(seconds / DAY)} days`
}
