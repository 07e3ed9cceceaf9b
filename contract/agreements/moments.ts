const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** Makes a function that writes a moment in the site's time zone: 'Fri 28 Nov, 18:00'. */
export function momentWriter(timeZone: string): (iso: string) => string {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    weekday: 'short',
    month: 'numeric',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  return (iso) => {
    const parts = new Map(format.formatToParts(new Date(iso)).map(({ type, value }) => [type, value]))
    const month = MONTHS[Number(parts.get('month')) - 1]
    return `${parts.get('weekday')} ${parts.get('day')} ${month}, ${parts.get('hour')}:${parts.get('minute')}`
  }
}

/** The parts of a moment: 'Fri 28 Nov' and '18:00'. */
export function dayAndTime(moment: string): [day: string, time: string] {
  const [day = '', time = ''] = moment.split(', ')
  return [day, time]
}
