/** Which domains a domain may call. Each line names only domains above it, so there are no circles. */
export const SERVER_MAY_CALL: Record<string, string[]> = {
  mailboxes: [],
  catalog: [],
  notifications: [],
  'access-traces': [],
  support: [],
  products: [],
  sellers: ['products'],
  search: ['products'],
  accounts: ['notifications', 'mailboxes', 'access-traces'],
  favourites: ['products', 'notifications'],
  'saved-searches': ['products', 'search', 'notifications'],
  reviews: ['products', 'notifications', 'mailboxes', 'access-traces'],
  photos: ['products', 'notifications'],
  conversations: ['products', 'notifications', 'mailboxes', 'photos'],
  selling: [
    'products',
    'notifications',
    'photos',
    'favourites',
    'saved-searches',
    'conversations',
    'reviews',
  ],
  'personal-data': [
    'accounts',
    'conversations',
    'notifications',
    'mailboxes',
    'photos',
    'reviews',
    'selling',
    'support',
    'favourites',
    'saved-searches',
    'access-traces',
  ],
}

/** Which other domains a domain of the web may draw. All may use accounts, for the viewer. */
export const WEB_MAY_USE: Record<string, string[]> = {
  favourites: ['products'],
  'saved-searches': ['search'],
  sellers: ['reviews'],
  recommendations: ['products', 'favourites', 'search', 'sellers'],
}
