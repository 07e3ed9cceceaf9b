import { expect } from '@playwright/test'
import { declaresOpening, findDeclarations } from './declarations.ts'
import { DESK, findFaults, PHONE, SMALL, test, WIDTHS } from './looks.ts'
import { OPENINGS } from './openings.ts'
import type { Opening } from './selling-openings.ts'

const OPEN =
  'dialog[open], :popover-open, details[open], [role=listbox], [role=option], [aria-expanded=true], .toasts > *'
/** Layers above the page, which pages.looks.ts checks itself. */
const LAYERS = ':modal, :popover-open, .toasts > *'
const widthsOf = ({ only }: Opening) =>
  ({ phone: [SMALL, PHONE], desk: [DESK], both: WIDTHS })[only ?? 'both']

for (const [file, openings] of Object.entries(OPENINGS))
  for (const opening of openings)
    test(`${opening.name} (${file}) is sound`, async ({ openLook }) => {
      const page = await openLook(opening, opening.only === 'desk' ? DESK : PHONE)
      const before = await page.locator(OPEN).count()
      await opening.open(page)
      if (!opening.closes) await expect.poll(() => page.locator(OPEN).count()).toBeGreaterThan(before)
      await page.waitForLoadState('networkidle')
      const isLayer = (await page.locator(LAYERS).count()) > 0
      const within = isLayer ? LAYERS : undefined
      expect(await findFaults(page, { widths: widthsOf(opening), within })).toEqual([])
    })

test('the sweep opens everything that the code declares', () => {
  expect(Object.keys(OPENINGS).toSorted()).toEqual(findDeclarations())
})

for (const code of [
  '<dialog ref={dialog} aria-label="Menu">',
  '    <Dialog title="Where are you?" isSheet>',
  '<ConfirmDialog',
  '<details className="px-4">',
  '<div id={menu} popover="auto">',
  '<ul role="listbox">',
  '<Button aria-expanded={isOpen}>',
])
  test(`${code} counts as a declaration`, () => {
    expect(declaresOpening(code)).toBe(true)
  })
