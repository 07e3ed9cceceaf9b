import { offerListing } from '#e2e/listings.ts'
import { changeProfile, newMember } from '#e2e/people.ts'
import { expect, expectSoon, test } from '#e2e/journey.ts'

test('Price, Message, Call and WhatsApp are in reach of the thumb on the narrowest phone', async ({
  openPage,
}) => {
  const seller = await newMember('Abena Answers')
  await changeProfile(seller, { phone: '+233241000199', phoneVisibility: 'signed-in' })
  const id = await offerListing(seller, 'Enamel basin', { price: '61500.00' })

  for (const width of [320, 390]) {
    const page = await openPage(`/products/${id}`, { width })
    const bar = page.locator('.action-bar')
    await expect(bar.getByText('GH₵61,500.00')).toBeVisible()
    for (const name of ['Message Seller', 'Call', 'WhatsApp']) {
      const box = await bar.getByRole('button', { name }).boundingBox()
      expect(Math.min(box?.width ?? 0, box?.height ?? 0), `${name} at ${width}`).toBeGreaterThanOrEqual(44)
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width)
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    await bar.getByRole('button', { name: 'Call' }).click()
    await expectSoon(() => new URL(page.url()).pathname).toBe('/auth/login')
    expect(new URL(page.url()).searchParams.get('next')).toBe(`/products/${id}`)
  }
})
