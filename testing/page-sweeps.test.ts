import { expect, it } from 'vitest'
import { pagesIn } from './page-sweeps.ts'

it('every page has a budget of bytes in e2e/pages/page-budget.e2e.ts, or is left out for a reason', () => {
  expect(pagesIn('budgets')).toEqual(['/', '/products', '/products/:id', '/sellers/:id'])
})

it('every page is opened for its pictures, or is left out for a reason, as one without a fixed address must be', () => {
  expect(pagesIn('screens').filter((path) => path.includes(':'))).toEqual([])
})
