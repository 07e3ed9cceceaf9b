const MINUTES_AN_HOUR = 60
const HOURS_A_DAY = 24

/** 'replies in 2 hours'. Rounds up, so that nobody waits longer than it says. */
export function shortReplyText(minutes: number): string {
  if (minutes <= MINUTES_AN_HOUR) return 'replies within an hour'
  const hours = Math.ceil(minutes / MINUTES_AN_HOUR)
  if (hours <= HOURS_A_DAY) return `replies in ${hours} hours`
  return `replies in ${Math.ceil(hours / HOURS_A_DAY)} days`
}

export const replyText = (minutes: number): string => `Usually ${shortReplyText(minutes)}`
