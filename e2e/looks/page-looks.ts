import type { Page } from '@playwright/test'
import type { PagePath } from '#contract/pages.ts'
import {
  BOUGHT_TITLE,
  LISTER,
  MODERATOR,
  NEWCOMER,
  POOR_PERSON,
  POOR_SELLER,
  POOR_TITLE,
  RICH_BUYER,
  RICH_SELLER,
  RICH_TITLE,
} from './market.ts'
import {
  addTagsAndDetails,
  useTemplate,
  writeOffline,
  saveWrongProfile,
  logInWrongly,
  register,
  requestPassword,
  stopMails,
  writeToUs,
  reportFromOutside,
  loseNetwork,
} from './form-steps.ts'
import type { LooksMarket } from './arrange-market.ts'
import { inOrder, submit, tab } from './steps.ts'

type Address = string | ((market: LooksMarket) => string)

/** A page as one person sees it. */
export interface PageLook {
  at: Address
  /** E-mail address of the person; nobody is signed in without it. */
  as?: string
  /** Steps to a state of the page that has no address. */
  after?: (page: Page) => Promise<unknown>
  /** Name of the state that `after` leads to. */
  state?: string
  /** True if names and titles have a usual length, so that text of twice the size must fit as well. */
  isUsual?: true
  /**
   * True if elements move while the page opens, because the server renders it for a stranger with a short
   * name.
   */
  shifts?: true
  /** Refusals of the server that the look causes on purpose. */
  expected?: RegExp
  /** The page answers 404 on purpose. */
  isMissing?: true
}

const [SELLER, BUYER, NOBODY, STAFF] = [RICH_SELLER, RICH_BUYER, POOR_PERSON, MODERATOR].map(
  ({ email }) => email,
) as [string, string, string, string]

export const productAt =
  (title: string, path = '/products'): Address =>
  ({ products }) =>
    `${path}/${products[title]}`
export const richSeller: Address = ({ sellerId }) => `/sellers/${sellerId}`
const heldConversation: Address = ({ heldConversationId }) => `/conversation/${heldConversationId}`
const conversation: Address = ({ conversationId }) => `/conversation/${conversationId}`

/** Looks at the same page with the fullest data and with none. */
const fullAndEmpty = (at: string, full: string, empty = NOBODY): PageLook[] => [
  { at, as: full },
  { at, as: empty, isUsual: true },
]
const signedOut = (at: string): PageLook[] => [{ at }]

const staffView = (view: string): PageLook => ({
  at: `/moderation/${view}`,
  as: STAFF,
  // The first request calculates the figures.
  after: view === 'week' ? (page) => page.getByRole('table').waitFor() : undefined,
})

const OTHER_CASES = ['message', 'review', 'person'] as const

const caseView = (kind: (typeof OTHER_CASES)[number]): PageLook => ({
  at: ({ otherCases }) => `/moderation/cases/${otherCases[kind]}`,
  as: STAFF,
})

/** Refusals as the browser and page-problems.ts report them; a number alone might be a port. */
const REFUSED = /(?:answer|status of) 4\d\d\b/

/** Every page with the fullest and the emptiest data, and the states of its forms. */
export const PAGE_LOOKS: Record<PagePath, PageLook[]> = {
  '/': [
    { at: '/', isUsual: true },
    { at: '/', as: BUYER },
    { at: '/', as: NOBODY, isUsual: true },
  ],
  '/products': [
    { at: '/products', isUsual: true },
    { at: '/products?search=galaxy&category=mobile&region=Greater+Accra&condition=like-new&sort=price_low' },
    { at: '/products?search=qqqxxzz&category=mobile', isUsual: true },
    { at: '/products?near=Kumasi&within=25', as: BUYER },
    {
      at: '/products',
      state: 'without a network',
      after: loseNetwork,
      expected: /ERR_INTERNET_DISCONNECTED/,
    },
  ],
  '/products/:id': [
    { at: productAt(RICH_TITLE) },
    { at: productAt(RICH_TITLE), as: BUYER },
    { at: productAt(BOUGHT_TITLE), as: BUYER, shifts: true },
    { at: productAt(POOR_TITLE) },
    { at: productAt(POOR_TITLE), as: NOBODY, isUsual: true },
    { at: productAt(POOR_TITLE), as: BUYER, state: 'review refused', after: submit('Submit Review') },
    { at: '/products/0190a000-0000-7000-8000-000000000000', isMissing: true },
  ],
  '/sellers/:id': [
    { at: richSeller },
    { at: richSeller, as: BUYER },
    { at: ({ newcomerId }) => `/sellers/${newcomerId}`, as: SELLER },
    { at: ({ poorSellerId }) => `/sellers/${poorSellerId}`, as: NOBODY, isUsual: true },
    { at: '/sellers/0190a000-0000-7000-8000-000000000000', isMissing: true },
  ],
  '/favourites': [{ at: '/favourites' }, ...fullAndEmpty('/favourites', BUYER)],
  '/dashboard': [
    ...fullAndEmpty('/dashboard', SELLER),
    { at: '/dashboard', as: POOR_SELLER.email, isUsual: true },
    { at: '/dashboard?tab=notifications', as: SELLER },
  ],
  '/create-product': [
    { at: '/create-product' },
    { at: '/create-product', as: LISTER.email, isUsual: true },
    { at: '/create-product', as: LISTER.email, state: 'refused', after: submit('Publish listing') },
    { at: '/create-product', as: LISTER.email, state: 'with tags and details', after: addTagsAndDetails },
    { at: '/create-product', as: LISTER.email, state: 'from a template', after: useTemplate },
    { at: '/create-product', as: LISTER.email, state: 'images', after: tab('Images') },
    { at: '/create-product', as: LISTER.email, state: 'templates', after: tab('Templates') },
    { at: '/create-product', as: LISTER.email, state: 'bulk upload', after: tab('Bulk Upload') },
  ],
  '/edit-product/:id': [
    { at: productAt(RICH_TITLE, '/edit-product'), as: SELLER },
    { at: productAt(RICH_TITLE, '/edit-product'), as: SELLER, state: 'images', after: tab('Images') },
  ],
  '/messages': fullAndEmpty('/messages', SELLER),
  '/conversation/:id': [
    { at: conversation, as: SELLER },
    { at: conversation, as: BUYER },
    {
      at: conversation,
      as: BUYER,
      state: 'without a network',
      after: writeOffline,
      expected: /ERR_INTERNET_DISCONNECTED|WebSocket/,
    },
    { at: heldConversation, as: NEWCOMER.email },
    {
      at: ({ poorConversationId }) => `/conversation/${poorConversationId}`,
      as: NOBODY,
      isUsual: true,
    },
  ],
  '/messages/:conversationId': [{ at: ({ conversationId }) => `/messages/${conversationId}`, as: SELLER }],
  '/deals': fullAndEmpty('/deals', NEWCOMER.email),
  '/notifications-page': fullAndEmpty('/notifications-page', SELLER),
  '/saved-searches': fullAndEmpty('/saved-searches', BUYER),
  '/me': [{ at: '/me' }, { at: '/me', as: SELLER, shifts: true }],
  '/profile': [
    { at: '/profile', as: SELLER },
    ...['picture', 'personal', 'phone', 'two-factor'].flatMap((name) =>
      fullAndEmpty(`/profile?section=${name}`, SELLER),
    ),
    { at: '/profile?section=personal', as: NOBODY, state: 'refused', after: saveWrongProfile },
  ],
  '/settings-page': [
    { at: '/settings-page', as: SELLER },
    ...['account', 'sessions', 'notifications', 'privacy', 'help'].flatMap((name) =>
      fullAndEmpty(`/settings-page?section=${name}`, SELLER),
    ),
  ],
  '/help': signedOut('/help'),
  '/safety': signedOut('/safety'),
  '/contact': [
    { at: '/contact' },
    { at: '/contact', state: 'refused', after: submit(/^Send/) },
    { at: '/contact', state: 'sent', after: writeToUs },
  ],
  '/report': [
    { at: '/report' },
    { at: '/report', state: 'refused', after: submit(/^Send/) },
    { at: productAt(RICH_TITLE, '/report?about=/products'), state: 'sent', after: reportFromOutside },
  ],
  '/terms': signedOut('/terms'),
  '/privacy': signedOut('/privacy'),
  '/cookies': signedOut('/cookies'),
  '/transparency': signedOut('/transparency'),
  '/stolen-phones': fullAndEmpty('/stolen-phones', SELLER),
  '/reports': fullAndEmpty('/reports', NEWCOMER.email),
  '/decisions': fullAndEmpty('/decisions', SELLER),
  '/moderation': [
    { at: '/moderation', as: STAFF },
    { at: ({ sellerId }) => `/moderation?pile=${sellerId}`, as: STAFF },
    { at: '/moderation?kind=review&language=twi&q=nothing', as: STAFF },
    { at: '/moderation', as: NOBODY },
  ],
  '/moderation/:view': [
    'appeals',
    'people',
    'listings',
    'links',
    'rules',
    'figures',
    'decisions',
    'audit',
    'week',
    'health',
    'jobs',
    'mails',
    'notice',
    'categories',
    'names',
  ].map(staffView),
  '/moderation/:view/:id': [
    { at: ({ caseId }) => `/moderation/cases/${caseId}`, as: STAFF },
    { at: ({ sellerId }) => `/moderation/people/${sellerId}`, as: STAFF },
    ...OTHER_CASES.map(caseView),
    {
      at: ({ otherCases }) => `/moderation/cases/${otherCases.message}`,
      as: STAFF,
      state: 'with the messages',
      after: inOrder(submit(/^Show messages/), (page) =>
        page.getByRole('list', { name: 'Messages' }).waitFor(),
      ),
    },
    { at: '/moderation/rules/words', as: STAFF },
  ],
  '/appeal': signedOut('/appeal'),
  '/unsubscribe': [
    { at: '/unsubscribe' },
    { at: '/unsubscribe', state: 'broken link', after: stopMails, expected: REFUSED },
  ],
  '/auth/login': [
    { at: '/auth/login' },
    { at: '/auth/login', state: 'refused', after: submit('Log in') },
    { at: '/auth/login', state: 'wrong password', after: logInWrongly, expected: REFUSED },
    { at: '/auth/login', state: 'by phone', after: submit('Continue with phone') },
  ],
  '/auth/register': [
    { at: '/auth/register' },
    { at: '/auth/register', state: 'refused', after: submit('Sign up') },
    { at: '/auth/register', state: 'sent', after: register },
  ],
  '/auth/reset-password': [
    { at: '/auth/reset-password' },
    { at: '/auth/reset-password', state: 'sent', after: requestPassword },
  ],
  '/auth/update-password': [
    { at: '/auth/update-password' },
    { at: '/auth/update-password', as: NOBODY },
    { at: '/auth/update-password#token=over', expected: REFUSED },
  ],
  '/auth/callback': [{ at: '/auth/callback', expected: REFUSED }],
  '/dev/ui': signedOut('/dev/ui'),
  '/auth/verify-email': [
    { at: '/auth/verify-email' },
    { at: '/auth/verify-email#token=over', expected: REFUSED },
    { at: '/auth/verify-email#proof=over' },
  ],
}

/** Pages outside the table: an unknown address, and pages that the server renders itself. */
export const OTHER_LOOKS: PageLook[] = [{ at: '/no-such-page', isMissing: true }]
/** Pages that are checked only for valid HTML. */
export const SERVER_PAGES = ['/api/docs', '/dev/outbox']
