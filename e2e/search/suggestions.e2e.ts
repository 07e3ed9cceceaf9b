import { BLANK } from '#e2e/browser.ts'
import { expect, test } from '#e2e/journey.ts'

test("Suggestions cover no other control of a phone's search and are chosen by keyboard", async ({
  openPage,
}) => {
  const page = await openPage(BLANK, { width: 390 })
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
  const suggestion = page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option').first()
  await page.keyboard.press('ArrowDown')
  await expect(suggestion).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\?(search|category)=/)
})
