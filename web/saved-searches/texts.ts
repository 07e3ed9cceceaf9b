import type { Alert } from '#contract/selling/choices.ts'

export const ALERT_TEXTS: Record<Alert, string> = {
  instant: 'At once',
  daily: 'Once a day',
  none: 'Never',
}

export const ALERT_MESSAGES: Record<Alert, string> = {
  instant: 'You get a notification as soon as something new matches.',
  daily: 'Each morning you get one notification, if something new matches.',
  none: 'You get no notifications about this search.',
}
