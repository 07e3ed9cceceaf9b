import { randomUUID } from 'node:crypto'
import { offerListing } from '#e2e/listings.ts'
import { newMember } from '#e2e/people.ts'
import { expect, expectSoon, test } from '#e2e/journey.ts'

test('A pressed heart answers with motion, and without motion for people who turn it off', async ({
  openPage,
}) => {
  const title = `Calabash ${randomUUID().slice(0, 8)}`
  await offerListing(await newMember('Esi Moves'), title)
  const page = await openPage(`/products?search=${encodeURIComponent(title)}`, { width: 390 })
  const heart = page.getByRole('button', { name: `Favourite: ${title}` })
  const scale = () => heart.locator('svg').evaluate((icon) => getComputedStyle(icon).scale)
  const toast = page.locator('.toasts > *')
  const seconds = () => toast.first().evaluate((box) => getComputedStyle(box).animationDuration)

  await heart.hover()
  await page.mouse.down()
  await expectSoon(() => heart.evaluate((button) => button.matches(':active'))).toBe(true)
  expect(await scale()).toBe('none')
  await page.mouse.up()
  await expect(toast.getByText('Added to favourites')).toBeVisible()
  expect(Number.parseFloat(await seconds())).toBeLessThan(0.001)

  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.mouse.down()
  await expectSoon(scale).toBe('0.75')
  await page.mouse.up()
  await expectSoon(scale).toBe('none')
  expect(await seconds()).toBe('0.18s')
})
