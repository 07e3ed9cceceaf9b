/** First parts of the addresses that belong to one person: never indexed, never kept on a device. */
export const PRIVATE_PATHS = [
  '/dashboard',
  '/profile',
  '/messages',
  '/conversation',
  '/notifications-page',
  '/settings-page',
  '/create-product',
  '/edit-product',
  '/auth',
  '/dev',
] as const
