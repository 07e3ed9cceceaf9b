import { pageEntries } from '#contract/pages.ts'
import { htmlProblems } from '#e2e/html-problems.ts'
import { expect } from '@playwright/test'
import { marketUrl } from '#e2e/market.ts'
import { addressOf, DESK, expectSteady, findFaults, findFaultsOfLargeText, PHONE, test } from './looks.ts'
import { OTHER_LOOKS, PAGE_LOOKS, type PageLook, SERVER_PAGES } from './page-looks.ts'
import { STATE_LOOKS } from './state-looks.ts'

const nameOf = (path: string, index: number, { as, state }: PageLook): string =>
  [path, index + 1, as ? `as ${as.split('@')[0]?.slice(0, 12)}` : 'signed out', state]
    .filter(Boolean)
    .join(' ')

const LOOKS = [
  ...pageEntries.map(([path]) => [path, PAGE_LOOKS[path]] as const),
  ['elsewhere', OTHER_LOOKS] as const,
  ['a state', STATE_LOOKS] as const,
]

/** Every other look of a page opens on a desktop, where other elements could shift. */
const widthOf = (index: number, { after }: PageLook) => (after || index % 2 === 0 ? PHONE : DESK)

for (const [path, looks] of LOOKS)
  for (const [index, look] of looks.entries())
    test(`${nameOf(path, index, look)} is sound`, async ({ openLook }) => {
      const page = await openLook(look, widthOf(index, look))
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
      await expect(page).toHaveTitle(/\S/)
      if (!look.after && !look.shifts) await expectSteady(page)
      expect(await findFaults(page)).toEqual([])
      if (look.isUsual) expect(await findFaultsOfLargeText(page), 'text of twice the size').toEqual([])
    })

for (const path of SERVER_PAGES)
  test(`${path} is valid HTML`, async () => {
    expect(await htmlProblems(await (await fetch(marketUrl + path)).text())).toEqual([])
  })

test('the server sends valid HTML for other pages', async ({ market }) => {
  const looks = LOOKS.flatMap(([, all]) => all).filter(({ as }) => as === undefined)
  for (const address of new Set(looks.map((look) => addressOf(look, market))))
    expect(await htmlProblems(await (await fetch(marketUrl + address)).text()), address).toEqual([])
})
