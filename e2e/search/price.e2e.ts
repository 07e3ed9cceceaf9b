import { randomUUID } from 'node:crypto'
import { filterOf, shownCount, prices, publishOwn } from '#e2e/product-list.ts'
import { BLANK, hydrated } from '#e2e/browser.ts'
import { expect, expectSoon, test } from '#e2e/journey.ts'

const desktop = { width: 1280 }
/** Longer than the slider waits for the next step. */
const SETTLED_MS = 600

/** A unique word that finds the products counted here. */
const WORD = `Kora${randomUUID().slice(0, 8)}`
const OWN = `/products?search=${WORD}`

test.beforeAll(() => publishOwn(WORD))

test('The price slider filters after a move, together with a filter chosen meanwhile', async ({
  openPage,
}) => {
  const page = await openPage(OWN, desktop)
  await expectSoon(() => shownCount(page)).toBe(4)
  const highest = filterOf(page).getByRole('slider', { name: 'Highest price' })
  await expect(highest).toHaveValue('5000')
  await highest.focus()
  await page.keyboard.press('ArrowLeft')
  await page.waitForURL(/max=4900/)
  await expectSoon(() => shownCount(page)).toBe(3)
  expect(Math.max(...(await prices(page)))).toBeLessThanOrEqual(4900)
  await page.keyboard.press('ArrowLeft')
  await filterOf(page).getByRole('checkbox', { name: 'Negotiable' }).check()
  await page.waitForURL(/max=4800/)
  expect(new URL(page.url()).searchParams.get('price_type')).toBe('negotiable')
})

test('The right end of the price slider means no upper limit and stays in its position', async ({
  openPage,
}) => {
  const page = await openPage(`${OWN}&max=4900`, desktop)
  const highest = filterOf(page).getByRole('slider', { name: 'Highest price' })
  await expectSoon(() => shownCount(page)).toBe(3)
  const box = (await highest.boundingBox())!
  const middle = box.y + box.height / 2
  await page.mouse.move(box.x + 14 + 0.49 * (box.width - 28), middle)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width + 40, middle, { steps: 6 })
  await expect(filterOf(page).getByText('GH₵10,000 and above')).toBeVisible()
  await page.mouse.up()
  await page.waitForURL((url) => !url.searchParams.has('max'))
  await expectSoon(() => shownCount(page)).toBe(4)
  await expect(highest).toHaveValue('10000')
  await expect(filterOf(page).getByText('GH₵0 to GH₵10,000 and above')).toBeVisible()
  await highest.focus()
  await page.keyboard.press('ArrowLeft')
  await page.waitForURL(/max=9900/)
  await page.keyboard.press('End')
  await page.waitForURL((url) => !url.searchParams.has('max'))
  await expect(highest).toHaveValue('10000')
})

test('A pending slider change does not bring back a person who has left the page', async ({ openPage }) => {
  const page = await openPage(OWN, desktop)
  await page.clock.install()
  const code = Promise.withResolvers<void>()
  await page.route('**/assets/SafetyPage*.js', async (route) => {
    await code.promise
    await route.continue()
  })
  await filterOf(page).getByRole('slider', { name: 'Highest price' }).focus()
  await page.keyboard.press('ArrowLeft')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Safety' }).click()
  await page.clock.runFor(SETTLED_MS)
  code.resolve()
  await expect(page.getByRole('heading', { level: 1, name: 'Safety Tips' })).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/safety')
})

const MEETING = [
  { meeting: 0, thumb: 'Highest price', by: 60 },
  { meeting: 5000, thumb: 'Highest price', by: 60 },
  { meeting: 10_000, thumb: 'Lowest price', by: -60 },
]

test('Price thumbs at the same position can be dragged apart', async ({ openPage }) => {
  const page = await openPage(BLANK, desktop)
  for (const { meeting, thumb, by } of MEETING) {
    await page.goto(`/products?min=${meeting}&max=${meeting}`)
    await hydrated(page)
    const slider = filterOf(page).getByRole('slider', { name: thumb })
    await slider.scrollIntoViewIfNeeded()
    const box = (await slider.boundingBox())!
    const x = box.x + 14 + (meeting / 10_000) * (box.width - 28)
    await page.mouse.move(x, box.y + box.height / 2)
    await page.mouse.down()
    await page.mouse.move(x + by, box.y + box.height / 2, { steps: 6 })
    await page.mouse.up()
    const moved = async () => Math.sign(Number(await slider.inputValue()) - meeting)
    await expectSoon(moved, `${thumb} at ${meeting}`).toBe(Math.sign(by))
  }
})

test('A price is typed, changed in steps and removed by its pill', async ({ openPage }) => {
  const page = await openPage('/products?category=mobile', desktop)
  const lowest = filterOf(page).getByRole('textbox', { name: 'Price from' })
  await lowest.fill('12345.50')
  await lowest.press('Enter')
  await page.waitForURL(/min=12345.50/)
  await filterOf(page).getByRole('button', { name: 'GH₵500 to GH₵1,500' }).click()
  await page.waitForURL(/min=500&max=1500/)
  const pills = page.getByRole('list', { name: 'Active filters' })
  await pills.getByRole('link', { name: 'Remove GH₵500 to GH₵1,500' }).click()
  await page.waitForURL('/products?category=mobile')
  await lowest.fill('a lot')
  await lowest.blur()
  await expect(lowest).toHaveValue('')
})
