import { expect, test } from '#e2e/journey.ts'

test('on a phone suggestions cover nothing of the search', async ({ openPage }) => {
  const page = await openPage('/products', { width: 390 })
  for (const path of ['/products', '/']) {
    await page.goto(path)
    const field = page.getByRole('combobox', { name: 'Search' })
    await field.pressSequentially('phone')
    const list = page.getByRole('listbox', { name: 'Suggestions' })
    await expect(list).toBeVisible()
    const form = page.getByRole('search').filter({ has: list })
    const [above, below] = [await form.boundingBox(), await list.boundingBox()]
    expect(below?.y, path).toBeGreaterThanOrEqual((above?.y ?? 0) + (above?.height ?? 0))
  }
})
