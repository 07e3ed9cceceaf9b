import { expect, test } from '#e2e/journey.ts'
import { expectShown } from '#e2e/page-checks.ts'

const FORM = /\/FilterForm-[\w-]+\.js$/

test('a phone loads the filters when their sheet is opened, says so when they cannot come, and tries again', async ({
  openContext,
}) => {
  const page = await (await openContext({ width: 390 })).newPage()
  const requested: string[] = []
  page.on('request', (request) => FORM.test(request.url()) && requested.push(request.url()))
  await page.goto('/products', { waitUntil: 'networkidle' })
  expect(await page.getByRole('slider', { includeHidden: true }).count()).toBe(0)
  expect(requested).toEqual([])

  await page.route(FORM, (route) => route.abort())
  await page.getByRole('button', { name: 'Filters' }).click()
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  await expectShown(sheet.getByText('Failed to load the filters.'))
  await page.unroute(FORM)
  await sheet.getByRole('button', { name: 'Try again' }).click()
  await expectShown(sheet.getByLabel('Sort by'))

  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 1280, height: 900 })
  await expectShown(page.getByRole('complementary', { name: 'Filters' }).getByLabel('Sort by'))
})
