/** First parts of the addresses that belong to one person: never indexed, and kept on a device only as empty outlines. */
export const PRIVATE_PATHS = [
  '/dashboard',
  '/profile',
  '/messages',
  '/conversation',
  '/notifications-page',
  '/settings-page',
  '/saved-searches',
  '/create-product',
  '/edit-product',
  '/auth',
  '/dev',
] as const
