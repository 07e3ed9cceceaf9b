const MOMENT = /^[1-9]\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** Whether a text is a moment as rows carry it, and one that exists: February 31 does not, and PostgreSQL refuses it. */
export function isMoment(text: string): boolean {
  const time = MOMENT.test(text) ? Date.parse(text) : Number.NaN
  return !Number.isNaN(time) && new Date(time).toISOString() === text
}
