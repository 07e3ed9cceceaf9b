const MINUTES_AN_HOUR = 60
const HOURS_A_DAY = 24

/** Rounds up, so that nobody waits longer than it says. */
export function replyText(minutes: number): string {
  if (minutes <= MINUTES_AN_HOUR) return 'Usually replies within an hour'
  const hours = Math.ceil(minutes / MINUTES_AN_HOUR)
  if (hours <= HOURS_A_DAY) return `Usually replies in ${hours} hours`
  return `Usually replies in ${Math.ceil(hours / HOURS_A_DAY)} days`
}
