interface NotificationTypeDeclaration {
  /** Heading of a notification in the list, in pushes and mails. SPEC 9. */
  title: string
  /** Text beside the heading in the list. */
  badge: string
  /** Name and explanation in the settings. */
  setting: { name: string; text: string }
  /** Whether a person may switch it off in the list. */
  inApp: 'optional' | 'always'
  /** Whether a person may get it at once on their devices, and by mail if it stays unread. */
  push: boolean
  email: boolean
}

/**
 * Every type of notification (SPEC 3, and `meeting`); optional ones are on until the person switches them off. The database,
 * the settings, pushes and mails use this table. Free of zod, because pages and the service worker import it.
 */
export const NOTIFICATION_TYPES = {
  message: {
    title: 'New Message',
    badge: 'Message',
    setting: { name: 'Messages', text: 'Somebody wrote to you.' },
    inApp: 'optional',
    push: true,
    email: true,
  },
  sale: {
    title: 'Item Sold',
    badge: 'Sale',
    setting: { name: 'Sales', text: 'One of your items is sold.' },
    inApp: 'optional',
    push: true,
    email: true,
  },
  purchase: {
    title: 'Purchase Update',
    badge: 'Purchase',
    setting: { name: 'Purchases', text: 'An item is reserved for you or sold to you.' },
    inApp: 'optional',
    push: true,
    email: true,
  },
  meeting: {
    title: 'Meeting Soon',
    badge: 'Meeting',
    setting: { name: 'Meetings', text: 'A meeting that you agreed on begins in two hours.' },
    inApp: 'optional',
    push: true,
    email: true,
  },
  system: {
    title: 'System Notification',
    badge: 'System',
    setting: {
      name: 'Your account',
      text: 'Sign-ins and changes to your account. Always on in the app.',
    },
    inApp: 'always',
    push: true,
    email: true,
  },
  other: {
    title: 'New Notification',
    badge: 'Other',
    setting: { name: 'Other', text: 'Favourites, reviews and saved searches.' },
    inApp: 'optional',
    push: true,
    email: true,
  },
} as const satisfies Record<string, NotificationTypeDeclaration>

export type NotificationType = keyof typeof NOTIFICATION_TYPES
export const NOTIFICATION_TYPE_NAMES = Object.keys(NOTIFICATION_TYPES) as [
  NotificationType,
  ...NotificationType[],
]
export const TEST_TITLE = 'Test Notification'
