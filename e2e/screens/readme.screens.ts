import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, type Page, test } from '@playwright/test'
import sharp, { type Sharp } from 'sharp'
import type { ConversationRow } from '#contract/conversations/conversations.ts'
import { SEALED_PHONE } from '#demo/moderation/doubtful-listings.ts'
import { DEMO_TOTP_SECRET } from '#demo/moderation/staff.ts'
import { hydrated } from '#e2e/browser.ts'
import { marketUrl } from '#e2e/market.ts'
import { signedIn, type StoredSession } from '#e2e/people.ts'
import { logIn } from '#e2e/sign-in.ts'
import { totpCode } from '#testing/services/totp.ts'

const FOLDER = join(import.meta.dirname, '..', '..', 'docs', 'pictures')
const MEMBER = 'kofi@example.com'
const MODERATOR = 'dede@example.com'
const SHOWN_LISTING = 'Brown leather three-seat sofa'
const SHOWN_CHAT = 'White bedside table and twin-bell alarm clock'

const PHONE = { width: 390, height: 844 }
const DESK = { width: 1280, height: 1250 }
const QUALITY = 68
const GAP = 32
/** Width in which three phones are shown side by side. */
const PHONES_WIDTH = 1360
const BORDER = '#d4d4d8'

async function openPage(
  browser: Browser,
  viewport: { width: number; height: number },
  storageState?: StoredSession,
) {
  const isPhone = viewport.width === PHONE.width
  const context = await browser.newContext({
    baseURL: marketUrl,
    viewport,
    storageState,
    deviceScaleFactor: isPhone ? 2 : 1,
    isMobile: isPhone,
    hasTouch: isPhone,
    colorScheme: 'light',
    reducedMotion: 'reduce',
    locale: 'en-GH',
    timezoneId: 'Africa/Accra',
    serviceWorkers: 'block',
  })
  return context.newPage()
}

async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await hydrated(page)
  await page.waitForLoadState('networkidle')
}

async function save(name: string, picture: Sharp): Promise<void> {
  await mkdir(FOLDER, { recursive: true })
  await writeFile(join(FOLDER, `${name}.webp`), await picture.webp({ quality: QUALITY }).toBuffer())
}

async function listingPath(title: string): Promise<string> {
  const found = await fetch(`${marketUrl}/api/products?limit=10&search=${encodeURIComponent(title)}`)
  const { items } = (await found.json()) as { items: { id: string; title: string }[] }
  return `/products/${items.find((item) => item.title === title)?.id}`
}

/** The member's session, and the address of their conversation about a listing. */
async function conversationAbout(title: string) {
  const member = await signedIn(MEMBER)
  const { items } = await member.call<{ items: ConversationRow[] }>('GET', '/api/conversations')
  const path = `/conversation/${items.find(({ product }) => product.title === title)?.id}`
  return { path, session: member.stored() }
}

/** A phone's screen with rounded corners and a thin border. */
async function framed(screenshot: Buffer): Promise<Buffer> {
  const { width, height } = { width: PHONE.width * 2, height: PHONE.height * 2 }
  const corners = `<rect width="${width}" height="${height}" rx="48" ry="48"`
  const mask = Buffer.from(`<svg width="${width}" height="${height}">${corners}/></svg>`)
  const line = Buffer.from(
    `<svg width="${width}" height="${height}">${corners} fill="none" stroke="${BORDER}" stroke-width="6"/></svg>`,
  )
  return sharp(screenshot)
    .composite([{ input: mask, blend: 'dest-in' }, { input: line }])
    .png()
    .toBuffer()
}

test('phones', async ({ browser }) => {
  const { path, session } = await conversationAbout(SHOWN_CHAT)
  const screens: Buffer[] = []
  for (const [address, storage] of [
    ['/', undefined],
    [await listingPath(SHOWN_LISTING), undefined],
    [path, session],
  ] as const) {
    const page = await openPage(browser, PHONE, storage)
    await visit(page, address)
    screens.push(await framed(await page.screenshot()))
    await page.context().close()
  }
  const [width, height] = [PHONE.width * 2, PHONE.height * 2]
  const row = await sharp({
    create: {
      width: screens.length * width + (screens.length - 1) * GAP,
      height,
      channels: 4,
      background: { r: 0, g: 0, b: 0, alpha: 0 },
    },
  })
    .composite(screens.map((input, index) => ({ input, left: index * (width + GAP), top: 0 })))
    .png()
    .toBuffer()
  await save('phones', sharp(row).resize(PHONES_WIDTH))
})

test('chat-warning', async ({ browser }) => {
  const { path, session } = await conversationAbout(SEALED_PHONE)
  const page = await openPage(browser, PHONE, session)
  await visit(page, path)
  await save('chat-warning', sharp(await framed(await page.screenshot())))
})

test('desk', async ({ browser }) => {
  const page = await openPage(browser, DESK)
  await visit(page, '/auth/login')
  await logIn(page, MODERATOR)
  await page.getByLabel('Verification code').fill(await totpCode(DEMO_TOTP_SECRET))
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => !url.pathname.startsWith('/auth'))
  await visit(page, '/moderation')
  await page.getByRole('link', { name: SEALED_PHONE }).click()
  await page.getByRole('article', { name: SEALED_PHONE }).waitFor()
  await page.waitForLoadState('networkidle')
  await save('desk', sharp(await page.screenshot()))
})
