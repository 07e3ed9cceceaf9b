import { expect, it } from 'vitest'
import { pagesIn } from './page-sweeps.ts'

it('every page has a budget in e2e/pages/page-budget.e2e.ts or a reason to be left out', () => {
  expect(pagesIn('budgets')).toEqual(['/', '/products', '/products/:id', '/sellers/:id'])
})

it('every page is captured or has a reason to be left out, such as having no fixed address', () => {
  expect(pagesIn('screens').filter((path) => path.includes(':'))).toEqual([])
})
