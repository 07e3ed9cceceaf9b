/** A page for all parts of the site: routes, menus, sitemap, robots.txt and the service worker. */
export interface Page {
  /** Name of its component and, with '.tsx', of the component's file below web/pages. */
  component: string
  /** `signed-in`: the server sends an empty outline, and anonymous people are redirected to log in. */
  access: 'everyone' | 'signed-in' | 'signed-out'
  /** The title, if it is always the same. */
  title?: string
  /**
   * Shown to anonymous people instead of redirecting them to log in, because a link that everyone sees leads
   * here.
   */
  anonymousText?: string
  menus?: Partial<Record<Menu, MenuEntry>>
  /** The address may contain a one-time token: never stored on a device, closed to search engines. */
  isTransient?: true
  /** Shape of the skeleton; cards by default. */
  skeleton?: SkeletonShape
  /**
   * True for pages on which people arrive: the HTML contains the styles of the first view, and the code loads
   * after the first paint.
   */
  paintsFirst?: true
}

export type SkeletonShape = 'cards' | 'form' | 'product' | 'rows' | 'conversation' | 'text'

export type Menu = 'header' | 'mobile' | 'bottom' | 'account' | 'footer'
type MenuEntry = readonly [position: number, words: string]

const SELL = 'Sell Something'
const CONVERSATION = {
  component: 'ConversationPage',
  access: 'signed-in',
  title: 'Conversation',
  skeleton: 'conversation',
} as const
const MODERATION = {
  component: 'ModerationPage',
  access: 'signed-in',
  title: 'Moderation',
  skeleton: 'rows',
} as const
const LISTING_FORM = {
  component: 'ListingFormPage',
  access: 'signed-in',
  skeleton: 'form',
  anonymousText: 'Log in to list an item or to edit yours. You come back here afterwards.',
} as const

/** Every page by its path, in React Router's notation (SPEC 2). */
export const PAGES = {
  '/': {
    component: 'HomePage',
    access: 'everyone',
    menus: { header: [1, 'Home'], mobile: [1, 'Home'], bottom: [1, 'Home'] },
    paintsFirst: true,
  },
  '/products': {
    component: 'ProductsPage',
    access: 'everyone',
    menus: { header: [2, 'Products'], mobile: [2, 'All Products'], bottom: [2, 'Search'] },
    paintsFirst: true,
  },
  '/products/:id': { component: 'ProductPage', access: 'everyone', skeleton: 'product', paintsFirst: true },
  '/sellers/:id': { component: 'SellerPage', access: 'everyone', paintsFirst: true },
  // Also for anonymous people, whose favourites are in their browser.
  '/favourites': {
    component: 'FavouritesPage',
    access: 'everyone',
    title: 'Favourites',
    menus: { mobile: [8, 'Favourites'], account: [3, 'Favourites'] },
  },
  '/dashboard': {
    component: 'DashboardPage',
    access: 'signed-in',
    title: 'Dashboard',
    menus: { header: [3, 'Dashboard'], mobile: [3, 'Dashboard'] },
  },
  '/create-product': {
    ...LISTING_FORM,
    title: 'List an item',
    menus: { header: [4, SELL], mobile: [4, SELL], bottom: [3, 'Sell'], footer: [7, SELL] },
  },
  '/edit-product/:id': { ...LISTING_FORM, title: 'Edit listing' },
  '/messages': {
    component: 'MessagesPage',
    access: 'signed-in',
    skeleton: 'rows',
    title: 'Messages',
    menus: { mobile: [5, 'Messages'], bottom: [4, 'Chats'] },
  },
  // SPEC 2: two addresses of the same screen.
  '/conversation/:id': CONVERSATION,
  '/messages/:conversationId': CONVERSATION,
  '/deals': {
    component: 'DealsPage',
    access: 'signed-in',
    skeleton: 'rows',
    title: 'Deals',
    menus: { mobile: [7, 'Deals'], account: [2, 'Deals'] },
  },
  '/notifications-page': {
    component: 'NotificationsPage',
    access: 'signed-in',
    skeleton: 'rows',
    title: 'Notifications',
    menus: { mobile: [6, 'Notifications'] },
  },
  '/saved-searches': {
    component: 'SavedSearchesPage',
    access: 'signed-in',
    skeleton: 'rows',
    title: 'Saved searches',
    menus: { mobile: [9, 'Saved searches'], account: [4, 'Saved searches'] },
  },
  // On phones, this page links to all pages of the person's own.
  '/me': {
    component: 'MePage',
    access: 'everyone',
    skeleton: 'rows',
    title: 'Me',
    menus: { bottom: [5, 'Me'] },
  },
  '/profile': {
    component: 'ProfilePage',
    access: 'signed-in',
    skeleton: 'form',
    title: 'Profile settings',
    menus: { mobile: [10, 'Profile'], account: [1, 'Profile'] },
  },
  '/settings-page': {
    component: 'SettingsPage',
    access: 'signed-in',
    skeleton: 'form',
    title: 'Settings',
    menus: { account: [5, 'Settings'] },
  },
  '/help': {
    component: 'HelpPage',
    access: 'everyone',
    skeleton: 'text',
    title: 'Help Center',
    menus: { footer: [1, 'Help Center'] },
  },
  '/safety': {
    component: 'SafetyPage',
    access: 'everyone',
    skeleton: 'text',
    title: 'Safety Tips',
    menus: { footer: [2, 'Safety Tips'] },
  },
  '/contact': {
    component: 'ContactPage',
    access: 'everyone',
    skeleton: 'form',
    title: 'Contact Us',
    menus: { footer: [3, 'Contact'] },
  },
  '/report': {
    component: 'OutsideReportPage',
    access: 'everyone',
    skeleton: 'form',
    title: 'Report',
  },
  '/terms': {
    component: 'TermsPage',
    access: 'everyone',
    skeleton: 'text',
    title: 'Terms of Service',
    menus: { footer: [4, 'Terms'] },
  },
  '/privacy': {
    component: 'PrivacyPage',
    access: 'everyone',
    skeleton: 'text',
    title: 'Privacy Policy',
    menus: { footer: [5, 'Privacy'] },
  },
  '/cookies': {
    component: 'CookiesPage',
    access: 'everyone',
    skeleton: 'text',
    title: 'Cookie Policy',
    menus: { footer: [6, 'Cookies'] },
  },
  '/transparency': {
    component: 'TransparencyPage',
    access: 'everyone',
    skeleton: 'text',
    title: 'Transparency',
    menus: { footer: [8, 'Transparency'] },
  },
  '/stolen-phones': {
    component: 'StolenPhonesPage',
    access: 'signed-in',
    skeleton: 'form',
    title: 'Stolen phones',
  },
  '/reports': { component: 'ReportsPage', access: 'signed-in', skeleton: 'rows', title: 'My reports' },
  '/decisions': { component: 'DecisionsPage', access: 'signed-in', skeleton: 'rows', title: 'Decisions' },
  // One screen with its views for people with a role; for all others the page does not exist.
  '/moderation': MODERATION,
  '/moderation/:view': MODERATION,
  '/moderation/:view/:id': MODERATION,
  // Reached from a mail or a refused log-in.
  '/appeal': { component: 'AppealPage', access: 'everyone', skeleton: 'form', title: 'Appeal' },
  '/unsubscribe': { component: 'UnsubscribePage', access: 'everyone', skeleton: 'form' },
  // Only these two; any other word after /auth/ is not a page.
  '/auth/login': {
    component: 'AuthPage',
    access: 'signed-out',
    skeleton: 'form',
    menus: { mobile: [11, 'Login'] },
    isTransient: true,
  },
  '/auth/register': {
    component: 'AuthPage',
    access: 'signed-out',
    skeleton: 'form',
    menus: { mobile: [12, 'Register'] },
    isTransient: true,
  },
  '/auth/reset-password': {
    component: 'ResetPasswordPage',
    access: 'everyone',
    skeleton: 'form',
    isTransient: true,
  },
  '/auth/update-password': {
    component: 'UpdatePasswordPage',
    access: 'everyone',
    skeleton: 'form',
    isTransient: true,
  },
  '/auth/callback': {
    component: 'AuthCallbackPage',
    access: 'everyone',
    skeleton: 'form',
    isTransient: true,
  },
  // Only while the site runs on the developer's machine.
  '/dev/ui': { component: 'DesignPage', access: 'everyone', title: 'Design' },
  '/auth/verify-email': {
    component: 'VerifyEmailPage',
    access: 'everyone',
    skeleton: 'form',
    isTransient: true,
  },
} as const satisfies Record<string, Page>

export type PagePath = keyof typeof PAGES
export type PageComponent = (typeof PAGES)[PagePath]['component']

export const pageEntries = Object.entries(PAGES) as [PagePath, Page][]

/** First segments ('/messages') of the pages for which `isOne` returns true. */
export const pathPrefixes = (isOne: (page: Page) => boolean): string[] => [
  ...new Set(pageEntries.flatMap(([path, page]) => (isOne(page) ? [`/${path.split('/')[1]}`] : []))),
]
