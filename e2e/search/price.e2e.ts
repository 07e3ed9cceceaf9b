import { randomUUID } from 'node:crypto'
import { expectShown } from '#e2e/page-checks.ts'
import { filterOf, shownCount, prices, publishOwn } from '#e2e/product-list.ts'
import { expect, expectSoon, test } from '#e2e/journey.ts'

const desktop = { width: 1280 }
/** Longer than the slider waits for a next step. */
const SETTLED_MS = 600

/** What is counted here is found by a word of its own. */
const WORD = `Kora${randomUUID().slice(0, 8)}`
const OWN = `/products?search=${WORD}`

test.beforeAll(() => publishOwn(WORD))

test('prices sort both ways', async ({ openPage }) => {
  const page = await openPage('/products?sort=price_low', desktop)
  const low = await prices(page)
  expect(low.length).toBeGreaterThan(5)
  expect(low).toEqual(low.toSorted((a, b) => a - b))
  await page.goto('/products?sort=price_high')
  const high = await prices(page)
  expect(high).toEqual(high.toSorted((a, b) => b - a))
})

test('the price slider filters once it is moved', async ({ openPage }) => {
  const page = await openPage(OWN, desktop)
  expect(await shownCount(page)).toBe(4)
  const highest = filterOf(page).getByRole('slider', { name: 'Highest price' })
  expect(await highest.inputValue()).toBe('5000')
  await highest.focus()
  await page.keyboard.press('ArrowLeft')
  await page.waitForURL(/max=4900/)
  await expectSoon(() => shownCount(page)).toBe(3)
  expect(Math.max(...(await prices(page)))).toBeLessThanOrEqual(4900)
})

test('the right end of the price slider stays where it is put and means and above', async ({ openPage }) => {
  const page = await openPage('/products?max=4900', desktop)
  const highest = filterOf(page).getByRole('slider', { name: 'Highest price' })
  const fewer = await shownCount(page)
  const box = (await highest.boundingBox())!
  const middle = box.y + box.height / 2
  await page.mouse.move(box.x + 14 + 0.49 * (box.width - 28), middle)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width + 40, middle, { steps: 6 })
  await expectShown(filterOf(page).getByText('GH₵10,000 and above'))
  await page.mouse.up()
  await page.waitForURL((url) => !url.searchParams.has('max'))
  await expectSoon(() => shownCount(page)).toBeGreaterThan(fewer)
  expect(await highest.inputValue()).toBe('10000')
  await expectShown(filterOf(page).getByText('GH₵0 to GH₵10,000 and above'))
  await highest.focus()
  await page.keyboard.press('ArrowLeft')
  await page.waitForURL(/max=9900/)
  await page.keyboard.press('End')
  await page.waitForURL((url) => !url.searchParams.has('max'))
  expect(await highest.inputValue()).toBe('10000')
})

test('a filter that is chosen while the slider settles is kept beside the price', async ({ openPage }) => {
  const page = await openPage(OWN, desktop)
  await filterOf(page).getByRole('slider', { name: 'Highest price' }).focus()
  await page.keyboard.press('ArrowLeft')
  await filterOf(page).getByLabel('Price type').selectOption('negotiable')
  await page.waitForURL(/max=4900/)
  expect(new URL(page.url()).searchParams.get('price_type')).toBe('negotiable')
})

test('who leaves while the slider settles is not led back', async ({ openPage }) => {
  const page = await openPage(OWN, desktop)
  const code = Promise.withResolvers<void>()
  await page.route('**/assets/SafetyPage*.js', async (route) => {
    await code.promise
    await route.continue()
  })
  await filterOf(page).getByRole('slider', { name: 'Highest price' }).focus()
  await page.keyboard.press('ArrowLeft')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Safety' }).click()
  await page.waitForTimeout(SETTLED_MS)
  code.resolve()
  await expectShown(page.getByRole('heading', { level: 1, name: 'Safety Tips' }))
  expect(new URL(page.url()).pathname).toBe('/safety')
})

for (const { meeting, thumb, by } of [
  { meeting: 0, thumb: 'Highest price', by: 60 },
  { meeting: 5000, thumb: 'Lowest price', by: -60 },
  { meeting: 5000, thumb: 'Highest price', by: 60 },
  { meeting: 10_000, thumb: 'Lowest price', by: -60 },
]) {
  test(`price thumbs that meet at ${meeting} are parted by dragging ${thumb}`, async ({ openPage }) => {
    const page = await openPage(`/products?min=${meeting}&max=${meeting}`, desktop)
    const slider = filterOf(page).getByRole('slider', { name: thumb })
    const box = (await slider.boundingBox())!
    const x = box.x + 14 + (meeting / 10_000) * (box.width - 28)
    await page.mouse.move(x, box.y + box.height / 2)
    await page.mouse.down()
    await page.mouse.move(x + by, box.y + box.height / 2, { steps: 6 })
    await page.mouse.up()
    await expectSoon(async () => Math.sign(Number(await slider.inputValue()) - meeting)).toBe(Math.sign(by))
  })
}

test('a price is typed, chosen in steps, and dropped by its pill', async ({ openPage }) => {
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
  expect(await lowest.inputValue()).toBe('')
})
