import { settled } from '#e2e/product-list.ts'
import { expect, test } from '#e2e/journey.ts'

const FORM = /\/FilterForm-[\w-]+\.js$/

test('A phone loads the filters when their sheet opens, shows a failure, and applies them', async ({
  openContext,
}) => {
  const page = await (await openContext({ width: 390 })).newPage()
  const requested: string[] = []
  page.on('request', (request) => FORM.test(request.url()) && requested.push(request.url()))
  await page.goto('/products', { waitUntil: 'networkidle' })
  await expect(page.getByRole('slider', { includeHidden: true })).toHaveCount(0)
  expect(requested).toEqual([])

  await page.route(FORM, (route) => route.abort())
  await page.getByRole('button', { name: 'Filters' }).click()
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  await expect(sheet.getByText('Failed to load the filters.')).toBeVisible()
  await page.unroute(FORM)
  await sheet.getByRole('button', { name: 'Try again' }).click()
  await expect(sheet.getByLabel('Sort by')).toBeVisible()

  await sheet.getByLabel('Listed').selectOption('week')
  await page.waitForURL(/date=week/)
  await settled(page)
  await sheet.getByRole('button', { name: /^Show [\d,]+ product/ }).click()
  await sheet.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Filters' }).click()
  await sheet.getByLabel('Listed').selectOption('month')
  await page.waitForURL(/date=month/)
  await page.goBack()
  await sheet.waitFor({ state: 'hidden' })
  await page.waitForURL(/date=month/)
  await page.setViewportSize({ width: 1280, height: 900 })
  await expect(page.getByRole('complementary', { name: 'Filters' }).getByLabel('Sort by')).toBeVisible()
})
