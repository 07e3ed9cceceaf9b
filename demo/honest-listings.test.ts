import { expect, it } from 'vitest'
import { otherCategoryInTitle } from '#contract/catalog/categories-in-title.ts'
import { compileRules } from '#server/moderation/guard/engine.ts'
import { readSeed } from '#server/moderation/guard/seed-rules.ts'
import { DEMO_PRODUCTS } from './market.ts'

it('no demo listing triggers a warning of the guard', () => {
  const { rules, lists } = readSeed()
  const engine = compileRules(
    rules.map((rule, id) => ({ ...rule, id })),
    lists,
    'sankofa.test',
  )
  const warned = DEMO_PRODUCTS.flatMap(({ title, description }) =>
    engine(`${title}\n${description}`).hits.map(({ words }) => `${title}: ${words}`),
  )
  expect(warned).toEqual([])
})

it('no demo listing has a doubtful category', () => {
  const doubted = DEMO_PRODUCTS.filter(({ title, categoryId }) => otherCategoryInTitle(title, categoryId))
  expect(doubted.map(({ title }) => title)).toEqual([])
})
