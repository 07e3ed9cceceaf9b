import type { NotificationType } from '#contract/choices.ts'

export const TYPE_TEXTS: Record<NotificationType, string> = {
  message: 'Message',
  sale: 'Sale',
  purchase: 'Purchase',
  system: 'System',
  other: 'Other',
}
