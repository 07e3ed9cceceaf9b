import { expect, test } from '#e2e/journey.ts'

for (const path of ['/products', '/']) {
  test(`on a phone suggestions at ${path} cover nothing of the search`, async ({ openPage }) => {
    const page = await openPage(path, { width: 390 })
    await page.getByRole('combobox', { name: 'Search' }).pressSequentially('phone')
    const list = page.getByRole('listbox', { name: 'Suggestions' })
    await list.waitFor()
    const form = page.getByRole('search').filter({ has: list })
    const [above, below] = [await form.boundingBox(), await list.boundingBox()]
    expect(below?.y).toBeGreaterThanOrEqual((above?.y ?? 0) + (above?.height ?? 0))
  })
}
