const HOURS_PER_DAY = 24

/** '5 min', '3 h', '2.5 days': as exact as a reader needs it. */
export function durationText(hours: number): string {
  const minutes = Math.round(hours * 60)
  if (minutes < 1) return 'under a minute'
  if (minutes < 60) return `${minutes} min`
  if (hours < 2 * HOURS_PER_DAY) return `${Math.round(hours * 10) / 10} h`
  return `${Math.round((hours / HOURS_PER_DAY) * 10) / 10} days`
}
