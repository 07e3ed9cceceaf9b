import type { Notification } from '#contract/notifications/notifications.ts'

/** Equal notifications of one day, newest first; most have only one member. */
export interface Group {
  /** Stays the same when members come and go. */
  key: string
  newest: Notification
  members: Notification[]
}

/**
 * Notifications are equal if they have the same type and the same subject: the page that 'View' opens. Those
 * about the account also need the same text, because each may ask for something else; so do those without a
 * page.
 */
const subjectOf = ({ type, actionUrl, content }: Notification): string =>
  type === 'system' || actionUrl === null ? `${actionUrl} ${content}` : actionUrl

/** Groups one day's notifications. A group is at the position of its newest member. */
export function groupEqual(notifications: readonly Notification[]): Group[] {
  const bySubject = new Map<string, Notification[]>()
  for (const one of notifications) {
    const key = `${one.type} ${subjectOf(one)}`
    bySubject.set(key, [...(bySubject.get(key) ?? []), one])
  }
  return [...bySubject].flatMap(([key, members]) => {
    const [newest] = members
    return newest ? [{ key, newest, members }] : []
  })
}
