import { dayAndTime } from '#contract/agreements/moments.ts'

const QUARTER_MS = 15 * 60_000
/** Nobody should meet a stranger at night. */
const HOURS = { first: '06:00', last: '21:45' }

export interface MeetingDay {
  /** 'Today', 'Tomorrow', 'Mon 30 Nov' */
  label: string
  /** The quarter hours that are left, each with its moment. */
  times: (readonly [at: string, time: string])[]
}

interface Span {
  now: number
  /** When the reservation ends. */
  due: string
  /** Writes a moment in the site's time zone: 'Fri 28 Nov, 18:00'. */
  moment: (iso: string) => string
}

const isoOf = (milliseconds: number) => new Date(milliseconds).toISOString()

/** The quarter hours at which people can meet until the reservation ends, in the site's time zone. */
function* quarterHours({ now, due, moment }: Span) {
  const end = Date.parse(due)
  for (let at = (Math.floor(now / QUARTER_MS) + 1) * QUARTER_MS; at < end; at += QUARTER_MS) {
    const [day, time] = dayAndTime(moment(isoOf(at)))
    if (time >= HOURS.first && time <= HOURS.last) yield { at: isoOf(at), day, time }
  }
}

/** Whether the two can meet before the reservation ends. */
export const canMeet = (span: Span): boolean => quarterHours(span).next().done === false

/** The days and times at which the two can meet. */
export function meetingDays(span: Span): MeetingDay[] {
  const { now, moment } = span
  const dayOf = (milliseconds: number) => dayAndTime(moment(isoOf(milliseconds)))[0]
  const names = new Map([
    [dayOf(now + 86_400_000), 'Tomorrow'],
    [dayOf(now), 'Today'],
  ])
  const days = new Map<string, MeetingDay>()
  for (const { at, day, time } of quarterHours(span)) {
    const known = days.get(day) ?? { label: names.get(day) ?? day, times: [] }
    known.times.push([at, time])
    days.set(day, known)
  }
  return [...days.values()]
}

const KINDS = ['Filling station', 'Shopping mall', 'Bank', 'Police station'] as const
/** Longest town with which a suggestion is not too long. */
const TOWN_MAX = 80

/** Public places in a town; without one the person names it. */
export const publicPlaces = (town: string | null | undefined): string[] =>
  KINDS.map((kind) => (town && town.length <= TOWN_MAX ? `${kind} in ${town}` : kind))
