import { expect, it } from 'vitest'
import { showPage } from '#testing/web/signed-in-page.tsx'
import { PriceChange } from './PriceChange.tsx'

it.each([
  [1800, 1500, 'Price drop It was GH₵1,800.00', 'GH₵1,800.00'],
  [1500, 1800, 'Was GH₵1,500.00 when you saved it', undefined],
  [1500, 1500, '', undefined],
])('a price change from %i to %i is described', (then, now, text, struckThrough) => {
  const Page = () => (
    <p id="said">
      <PriceChange then={then} now={now} />
    </p>
  )
  showPage(Page, { answers: {}, path: '/', at: '/' })
  expect(document.getElementById('said')?.textContent).toBe(text)
  const struck = document.querySelector('s')?.textContent
  expect(struck?.endsWith(struckThrough ?? '')).toBe(struckThrough === undefined ? undefined : true)
})
