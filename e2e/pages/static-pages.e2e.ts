import { hydrated } from '#e2e/browser.ts'
import { marketUrl } from '#e2e/market.ts'
import { expect, test } from '#e2e/journey.ts'

/** Headings and whole text of a page as the server sends it; the looks check its appearance. */
async function readPage(address: string) {
  const html = await (await fetch(marketUrl + address)).text()
  const plain = (part: string) =>
    part
      .replace(/<!--.*?-->|<[^>]+>/gs, '')
      .replace(/\s+/g, ' ')
      .trim()
  const main = /<main.*<\/main>/s.exec(html)?.[0] ?? ''
  const headings = [...main.matchAll(/<h([1-6])[^>]*>(.*?)<\/h\1>/gs)].map(([, level, text = '']) => [
    Number(level),
    plain(text),
  ])
  const atLevel = (wanted: number) => headings.filter(([level]) => level === wanted).map(([, text]) => text)
  return { text: plain(main), title: atLevel(1), sections: atLevel(2) }
}

const DOCUMENTS = {
  '/terms': [
    /terms/i,
    /use license/i,
    /user accounts/i,
    /prohibited uses/i,
    /termination/i,
    /disclaimer/i,
    /contact/i,
  ],
  '/privacy': [
    /privacy/i,
    /collect/i,
    /sharing/i,
    /security/i,
    /rights/i,
    /cookies/i,
    /children/i,
    /changes/i,
    /contact/i,
  ],
  '/cookies': [/cookie/i, /browser/i],
}

for (const [address, [name, ...sections]] of Object.entries(DOCUMENTS))
  test(`The page ${address} is dated and has its sections`, async () => {
    const page = await readPage(address)
    expect(page.title).toEqual([expect.stringMatching(name as RegExp)])
    expect(page.text).toMatch(
      address === '/terms'
        ? /Last updated: December 14, 2024/
        : /Last updated: .+ \(version \d+; version 1: December 14, 2024\)/,
    )
    for (const section of sections) expect(page.sections).toContainEqual(expect.stringMatching(section))
  })

test('The help page describes photos and support hours, and the safety page has tips', async () => {
  const help = await readPage('/help')
  expect(help.title).toEqual(['Help Center'])
  for (const text of [/5 MB/, /JPG, PNG or WebP/, /24 hours/]) expect(help.text).toMatch(text)
  const safety = await readPage('/safety')
  expect(safety.title).toEqual(['Safety Tips'])
  expect(safety.sections.length).toBeGreaterThanOrEqual(3)
})

test('An address with a named part opens there, by itself and from a link', async ({ openPage }) => {
  const page = await openPage('/safety#cheated', { width: 390 })
  const part = page.getByRole('heading', { name: 'If you have been cheated' })
  await expect(part).toBeInViewport()
  await page.goto('/help')
  await hydrated(page)
  await page.getByRole('main').getByRole('link', { name: 'safety tips' }).last().click()
  await page.waitForURL('**/safety#cheated')
  await expect(part).toBeInViewport()
})
