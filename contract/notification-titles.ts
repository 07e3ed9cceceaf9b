import type { NotificationType } from './choices.ts'

/** SPEC 9. */
export const NOTIFICATION_TITLES: Record<NotificationType, string> = {
  message: 'New Message',
  sale: 'Item Sold',
  purchase: 'Purchase Update',
  system: 'System Notification',
  other: 'New Notification',
}
export const TEST_TITLE = 'Test Notification'
