import { join } from 'node:path'
import { type Page, test } from '@playwright/test'
import type { Deal } from '#contract/agreements/agreements.ts'
import type { ConversationRow } from '#contract/conversations/conversations.ts'
import { PAGES } from '#contract/pages.ts'
import type { Product } from '#contract/products.ts'
import { hydrated, newContext } from '#e2e/browser.ts'
import { photoFile } from '#e2e/listing-form.ts'
import { marketUrl } from '#e2e/market.ts'
import { pagesIn } from '#testing/page-sweeps.ts'
import { signedIn } from '#e2e/people.ts'

const FOLDER = join(import.meta.dirname, '..', '..', '.cache', 'screens')
const WIDTHS = (process.env.WIDTHS ?? '320,390,768,1440').split(',').map(Number)
const SCHEMES = (process.env.SCHEMES ?? 'light,dark').split(',')
const MEMBER = 'kofi@example.com'
const SELLER = 'ama@example.com'

/** An action that leads to the screen. */
type Step = (page: Page) => Promise<void>

interface Area {
  region: string
  town: string
  radius: string
}

interface Screen {
  name: string
  /** Address, or a function that finds it. */
  at: string | (() => Promise<string>)
  /** E-mail address of the signed-in person. */
  as?: string
  /** Town chosen on the device. */
  area?: Area
  after?: Step
  /** True to capture the window instead of the whole page. */
  window?: true
}

const read = async <Reply>(path: string) => (await (await fetch(marketUrl + path)).json()) as Reply

async function someProduct(): Promise<string> {
  const { items } = await read<{ items: { id: string }[] }>('/api/products?limit=4&search=phone')
  return `/products/${items.at(-1)?.id}`
}

async function someSeller(): Promise<string> {
  const product = await read<Product>(`/api${await someProduct()}`)
  return `/sellers/${product.seller.id}`
}

async function someConversation(): Promise<string> {
  const member = await signedIn(MEMBER)
  const { items } = await member.call<{ items: ConversationRow[] }>('GET', '/api/conversations')
  return `/conversation/${items[0]?.id}`
}

async function someNegotiable(): Promise<string> {
  const { items } = await read<{ items: { id: string }[] }>('/api/products?limit=24')
  const products = await Promise.all(items.map(({ id }) => read<Product>(`/api/products/${id}`)))
  const found = products.find(
    ({ priceType, status, seller }) =>
      priceType === 'negotiable' && status === 'available' && !seller.name.startsWith('Kofi'),
  )
  return `/products/${found?.id}`
}

/** A conversation of the seller's in which she reserved her listing. */
async function openDeal(): Promise<string> {
  const seller = await signedIn(SELLER)
  const reserved = async () =>
    (await seller.call<{ items: Deal[] }>('GET', '/api/agreements')).items.find(
      ({ agreement: { state }, isSeller }) => state === 'agreed' && isSeller,
    )?.conversationId
  const known = await reserved()
  if (known) return `/conversation/${known}`
  const { items } = await seller.call<{ items: ConversationRow[] }>('GET', '/api/conversations')
  for (const { id } of items) {
    const step = { clientKey: crypto.randomUUID(), step: 'reserve' }
    // Not every listing can be reserved, and another picture may have been faster.
    await seller.call('POST', `/api/conversations/${id}/steps`, step).catch(() => undefined)
    const made = await reserved()
    if (made) return `/conversation/${made}`
  }
  throw new Error('The seller has no listing to reserve')
}

/** A new login for each picture would reach the limit of attempts. */
const sessions = new Map<string, ReturnType<typeof signedIn>>()

async function sessionOf(email: string) {
  const session = sessions.get(email) ?? signedIn(email)
  sessions.set(email, session)
  return (await session).stored()
}

const tab =
  (name: string | RegExp): Step =>
  async (page) =>
    page.getByRole('tab', { name }).click()

const press =
  (name: string | RegExp): Step =>
  async (page) => {
    const button = page.getByRole('button', { name }).first()
    if (await button.isVisible()) await button.click()
  }

/** A dialog whose code loads with the press. */
const opened =
  (name: string | RegExp): Step =>
  async (page) => {
    await page.getByRole('button', { name }).first().click()
    await page.getByRole('dialog').waitFor()
  }

/** A listing with three photos that waits for its condition. */
async function fillListing(page: Page): Promise<void> {
  const tray = page.getByRole('region', { name: 'Photos', exact: true })
  const files = ['front.jpg', 'back.jpg', 'side.jpg'].map((name, index) =>
    photoFile(name, `hsl(${index * 90}, 50%, 40%)`),
  )
  await tray.getByLabel('Photos to add').setInputFiles(await Promise.all(files))
  await page.getByLabel('Title', { exact: true }).fill('LG double door fridge 300 litres')
  await page.getByLabel('Price in').fill('2,400')
  await page.getByRole('button', { name: 'Publish listing' }).click()
  await page.getByText('Choose condition').first().waitFor()
}

const KUMASI: Area = { region: 'Ashanti', town: 'Kumasi', radius: '25' }

const SCREENS: Screen[] = [
  ...pagesIn('screens').map((path) => ({
    name: path.slice(1).replaceAll('/', '-') || 'home',
    at: path,
    as: PAGES[path].access === 'signed-in' ? MEMBER : undefined,
  })),
  { name: 'home-member', at: '/', as: MEMBER },
  {
    name: 'home-near',
    at: '/',
    area: KUMASI,
    after: async (page) => page.getByText('How it works').scrollIntoViewIfNeeded(),
  },
  { name: 'area', at: '/products', after: opened('Near you'), window: true },
  { name: 'area-chosen', at: '/', area: KUMASI, after: opened(/^Near Kumasi/), window: true },
  { name: 'list-near', at: '/products?near=Kumasi&within=25', area: KUMASI, window: true },
  { name: 'product-near', at: someProduct, area: KUMASI, window: true },
  { name: 'list-found', at: '/products?search=phone' },
  { name: 'list-nothing', at: '/products?search=qqqxxzz' },
  { name: 'list-filters', at: '/products', after: press(/^Filters/), window: true },
  { name: 'product', at: someProduct },
  { name: 'product-member', at: someProduct, as: MEMBER, window: true },
  { name: 'first-message', at: someProduct, after: opened('Message Seller'), window: true },
  {
    name: 'first-message-phone',
    at: someProduct,
    after: async (page) => {
      await opened('Message Seller')(page)
      await press('Continue with phone')(page)
    },
    window: true,
  },
  { name: 'seller', at: someSeller },
  { name: 'login-phone', at: '/auth/login', after: press('Continue with phone') },
  { name: 'register-phone', at: '/auth/register', after: press('Continue with phone') },
  { name: 'register-refused', at: '/auth/register', after: press(/^Sign up$/) },
  { name: 'menu', at: '/', after: press(/^Open menu/), window: true },
  { name: 'menu-member', at: '/', as: MEMBER, after: press(/^Open menu|My Account/), window: true },
  { name: 'favourites-member', at: '/favourites', as: MEMBER },
  { name: 'conversation', at: someConversation, as: MEMBER, window: true },
  { name: 'deal', at: openDeal, as: SELLER, window: true },
  { name: 'deal-question', at: openDeal, as: SELLER, after: opened(/^We met/), window: true },
  { name: 'deal-cancel', at: openDeal, as: SELLER, after: opened('Cancel'), window: true },
  { name: 'deal-offer', at: someNegotiable, as: MEMBER, after: opened('Make an offer'), window: true },
  { name: 'deals-full', at: '/deals', as: SELLER },
  { name: 'me-member', at: '/me', as: MEMBER },
  { name: 'settings-section', at: '/settings-page?section=notifications', as: MEMBER },
  { name: 'profile-section', at: '/profile?section=personal', as: MEMBER },
  { name: 'dashboard-full', at: '/dashboard', as: 'ama@example.com' },
  { name: 'listing-more', at: '/dashboard', as: 'ama@example.com', after: press(/^More for/), window: true },
  { name: 'notifications-open', at: '/notifications-page', as: MEMBER, after: press(/^Show all/) },
  { name: 'listing-filled', at: '/create-product', as: MEMBER, after: fillListing },
  { name: 'listing-images', at: '/create-product', as: MEMBER, after: tab('Images') },
  { name: 'listing-templates', at: '/create-product', as: MEMBER, after: tab('Templates') },
  { name: 'listing-bulk', at: '/create-product', as: MEMBER, after: tab('Bulk Upload') },
  { name: 'missing', at: '/no-such-page' },
]

for (const screen of SCREENS)
  for (const width of WIDTHS)
    for (const scheme of SCHEMES)
      test(`${screen.name} ${width} ${scheme}`, async ({ browser }) => {
        const context = await newContext(browser, {
          width,
          dark: scheme === 'dark',
          ...(screen.as !== undefined && { storageState: await sessionOf(screen.as) }),
        })
        if (screen.area)
          await context.addInitScript(
            (area) => localStorage.setItem('sankofa.area', area),
            JSON.stringify(screen.area),
          )
        const page = await context.newPage()
        await page.goto(typeof screen.at === 'string' ? screen.at : await screen.at())
        await hydrated(page)
        await page.waitForLoadState('networkidle')
        await screen.after?.(page)
        // Scroll animations hide photos far below, but this picture shows the whole page.
        if (!screen.window)
          await page.evaluate(() => {
            for (const animation of document.getAnimations()) animation.cancel()
          })
        await page.waitForLoadState('networkidle')
        const path = join(FOLDER, `${screen.name}-${width}-${scheme}.png`)
        await page.screenshot({ path, fullPage: screen.window !== true })
        await context.close()
      })
