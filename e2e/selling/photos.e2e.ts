import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import type { OwnPhoto } from '#contract/photos/photo-uploads.ts'
import type { OwnProduct } from '#contract/selling/selling.ts'
import { type Person, newMember } from '#e2e/people.ts'
import { hydrated } from '#e2e/browser.ts'
import { expect, expectSoon, test, type OpenSignedIn } from '#e2e/journey.ts'

/** Messages of a connection that is cut on purpose. */
const CUT = [/ERR_FAILED|ERR_INTERNET_DISCONNECTED|Failed to load resource/]
/** The server prepares photos one by one at low priority. */
const SLOWLY = { timeout: 120_000 }
test.describe.configure({ timeout: 300_000 })
const UPLOADS = '**/api/selling/photos/*'

/** A picture as detailed as a camera's, which no browser or server can compress well. */
async function photoFile(name: string, background: string, size = [320, 240]) {
  const [width = 0, height = 0] = size
  const noise = { type: 'gaussian', mean: 128, sigma: 20 } as const
  const grain = await sharp({ create: { width, height, channels: 3, background, noise } })
    .jpeg()
    .toBuffer()
  const buffer = await sharp({ create: { width, height, channels: 3, background } })
    .composite([{ input: grain, blend: 'soft-light' }])
    .jpeg({ quality: 90 })
    .toBuffer()
  return { name, mimeType: 'image/jpeg', buffer }
}

const photoFiles = (...names: string[]) =>
  Promise.all(names.map((name, index) => photoFile(name, `hsl(${index * 70}, 60%, 50%)`)))

async function openTab(openSignedIn: OpenSignedIn, width: number, tab: string): Promise<Page> {
  const page = await openSignedIn('/create-product', { person, width, expected: CUT })
  await page.getByRole('tab', { name: tab }).click()
  return page
}

const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const names = (photos: Locator) =>
  photos
    .getByRole('listitem')
    .evaluateAll((tiles) => tiles.map((tile) => /(ant|bee|cat|dog|elk|fox)\.jpg/.exec(tile.textContent)?.[0]))
const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))

async function middleOf(locator: Locator) {
  const box = await locator.boundingBox()
  if (!box) throw new Error('The element is not visible')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** The server's photos of the person's newest draft. */
async function storedPhotos(person: Person): Promise<OwnPhoto[]> {
  const drafts = await person.call<{ items: { id: string }[] }>('GET', '/api/selling/products?drafts=yes')
  const product = await person.call<OwnProduct>('GET', `/api/selling/products/${drafts.items[0]?.id}`)
  return product.photos
}

const storedNames = async (person: Person) => (await storedPhotos(person)).map(({ fileName }) => fileName)

/** Number of photos in each of a person's drafts, fewest first. */
async function photosOfDrafts(person: Person): Promise<number[]> {
  const { items } = await person.call<{ items: { id: string }[] }>('GET', '/api/selling/products?drafts=yes')
  const drafts = items.map(({ id }) => person.call<OwnProduct>('GET', `/api/selling/products/${id}`))
  return (await Promise.all(drafts)).map(({ photos }) => photos.length).toSorted((one, other) => one - other)
}

async function select(bulk: Locator, ...files: string[]): Promise<void> {
  for (const file of files) await bulk.getByRole('checkbox', { name: file }).check()
}

/** Presses Tab until the target has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let step = 0; step < 12; step += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error('Tab never reached the target')
}

/** The largest distance between two channels of a photo's average colour: about 0 for a grey one. */
async function greyness(page: Page, own: OwnPhoto | undefined): Promise<number> {
  const reply = await page.request.get(`${own?.photo?.src}-320.jpg`)
  const { channels } = await sharp(await reply.body()).stats()
  const means = channels.map(({ mean }) => mean)
  return Math.max(...means) - Math.min(...means)
}

async function untilPrepared(photos: Locator, count: number): Promise<void> {
  await expect(photos.locator('picture')).toHaveCount(count, SLOWLY)
}

let person: Person
test.beforeEach(async () => {
  // This person has no other drafts.
  person = await newMember('Adwoa Pictures')
})

test('Photos are arranged by keys, by buttons and by dragging', async ({ openSignedIn }) => {
  const page = await openTab(openSignedIn, 390, 'Images')
  const photos = panel(page, 'Photos of this listing')
  await photos.getByLabel('Photo files').setInputFiles(await photoFiles('ant.jpg', 'bee.jpg', 'cat.jpg'))
  await expectSoon(() => names(photos), SLOWLY).toEqual(['ant.jpg', 'bee.jpg', 'cat.jpg'])
  await untilPrepared(photos, 3)

  await photos.getByRole('button', { name: /^Move photo 3 of 3/ }).focus()
  await page.keyboard.press('ArrowLeft')
  await expectSoon(() => names(photos)).toEqual(['ant.jpg', 'cat.jpg', 'bee.jpg'])
  await expect(photos.getByText('Photo 3 moved to place 2 of 3')).toBeVisible()
  await expectSoon(() => focused(page)).toMatch(/^Move photo 2 of 3/)
  await photos.getByRole('button', { name: 'Move photo 2 towards the front' }).click()
  await expectSoon(() => names(photos)).toEqual(['cat.jpg', 'ant.jpg', 'bee.jpg'])

  const handle = (position: number) => photos.getByRole('button', { name: `Move photo ${position} of 3` })
  // Keeps the handles away from the screen's edges, where dragging scrolls.
  await handle(2).evaluate((button) => button.scrollIntoView({ block: 'center' }))
  const [from, to] = [await middleOf(handle(1)), await middleOf(handle(3))]
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(to.x, to.y, { steps: 6 })
  await page.mouse.up()
  await expectSoon(() => names(photos), SLOWLY).toEqual(['ant.jpg', 'bee.jpg', 'cat.jpg'])
  await photos.getByRole('button', { name: 'Move photo 3 towards the front' }).click()
  await expectSoon(() => storedNames(person), SLOWLY).toEqual(['ant.jpg', 'cat.jpg', 'bee.jpg'])
})

test('Photos are edited by keyboard only', async ({ openSignedIn }) => {
  const page = await openTab(openSignedIn, 1280, 'Images')
  const photos = panel(page, 'Photos of this listing')
  await photos.getByLabel('Photo files').setInputFiles(await photoFile('tall.jpg', '#a04030', [480, 640]))
  await untilPrepared(photos, 1)
  const before = await storedPhotos(person)
  expect(before[0]?.photo).toMatchObject({ width: 480, height: 640 })

  await photos.getByRole('button', { name: 'Edit photo 1' }).focus()
  await page.keyboard.press('Enter')
  const editor = page.getByRole('dialog', { name: 'Edit photo' })
  await expect(editor.getByRole('img', { name: 'The edited photo' })).toBeVisible()
  await tabTo(page, editor.getByLabel('Saturation'))
  await page.keyboard.press('Home')
  await expect(editor.getByText('0 %', { exact: true })).toBeVisible()
  // The photos are in the listing's form, which Enter must not submit.
  await page.keyboard.press('Enter')
  await tabTo(page, editor.getByRole('button', { name: 'Rotate right' }))
  await page.keyboard.press('Space')
  await expect(editor.getByRole('img', { name: 'The edited photo, rotated by 90 degrees' })).toBeVisible()
  await tabTo(page, editor.getByRole('button', { name: 'Save photo' }))
  await page.keyboard.press('Enter')
  await editor.waitFor({ state: 'detached' })
  await expectSoon(() => focused(page)).toBe('Edit photo 1')

  await expectSoon(async () => (await storedPhotos(person))[0]?.photo?.width, SLOWLY).toBe(640)
  const after = await storedPhotos(person)
  expect(after).toHaveLength(1)
  expect(after[0]?.photo?.height).toBe(480)
  expect(await greyness(page, after[0])).toBeLessThan(8)
})

test('Photo uploads continue after a cut connection and a reload, without repeating the first', async ({
  openSignedIn,
}) => {
  const page = await openTab(openSignedIn, 390, 'Images')
  const photos = panel(page, 'Photos of this listing')
  let isCut = true
  const sent: string[] = []
  await page.route(UPLOADS, async (route) => {
    if (route.request().method() !== 'PUT') return route.continue()
    const name = new URL(route.request().url()).searchParams.get('name') ?? ''
    sent.push(name)
    return isCut && name !== 'ant.jpg' ? route.abort() : route.continue()
  })
  await photos.getByLabel('Photo files').setInputFiles(await photoFiles('ant.jpg', 'bee.jpg', 'cat.jpg'))
  await expect(photos.getByRole('listitem').nth(1).getByText('Waiting for the network.')).toBeVisible()

  await page.reload()
  await hydrated(page)
  await page.getByRole('tab', { name: 'Images' }).click()
  await expectSoon(() => names(photos), SLOWLY).toEqual(['ant.jpg', 'bee.jpg', 'cat.jpg'])
  await expect(photos.getByRole('listitem').nth(1).getByText('Waiting for the network.')).toBeVisible()
  isCut = false
  await photos.getByRole('button', { name: 'Try now sending photo 2' }).click()
  await untilPrepared(photos, 3)
  await expectSoon(() => storedNames(person), SLOWLY).toEqual(['ant.jpg', 'bee.jpg', 'cat.jpg'])
  expect(sent.filter((name) => name === 'ant.jpg')).toHaveLength(1)
})

test('Photos are sent in bulk and grouped into drafts', async ({ openSignedIn }) => {
  const page = await openTab(openSignedIn, 390, 'Bulk Upload')
  const bulk = panel(page, 'Bulk upload')
  await bulk
    .getByLabel('Photo files')
    .setInputFiles(await photoFiles('ant.jpg', 'bee.jpg', 'cat.jpg', 'dog.jpg', 'elk.jpg', 'fox.jpg'))
  await bulk.getByRole('progressbar', { name: 'All photos' }).waitFor({ state: 'detached', ...SLOWLY })
  const makeDraft = bulk.getByRole('button', { name: 'Make a new draft' })

  await select(bulk, 'ant.jpg', 'bee.jpg')
  await makeDraft.click()
  await expect(bulk.getByText('Draft made with 2 photos.')).toBeVisible()
  await select(bulk, 'cat.jpg', 'dog.jpg')
  await makeDraft.click()
  await expect(bulk.getByText('Draft made with 2 photos.')).toHaveCount(2, SLOWLY)
  await select(bulk, 'elk.jpg')
  await bulk.getByRole('button', { name: 'Add to this listing' }).click()
  await expectSoon(() => names(bulk.getByRole('list').first()), SLOWLY).toEqual(['fox.jpg'])

  await page.getByRole('tab', { name: 'Images' }).click()
  const photos = panel(page, 'Photos of this listing')
  await expectSoon(() => names(photos), SLOWLY).toEqual(['elk.jpg'])
  await page.reload()
  await hydrated(page)
  await page.getByRole('tab', { name: 'Bulk Upload' }).click()
  await expectSoon(() => names(bulk), SLOWLY).toEqual(['fox.jpg'])
  expect(await photosOfDrafts(person)).toEqual([1, 2, 2])
})
