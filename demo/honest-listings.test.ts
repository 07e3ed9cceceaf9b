import { expect, it } from 'vitest'
import { otherCategoryInTitle } from '#contract/catalog/categories-in-title.ts'
import { shippedRules } from '#server/moderation/guard/shipped-rules.ts'
import { loadMessageModel } from '#server/moderation/guard/judgement/message-judge.ts'
import { DEMO_PRODUCTS } from './market.ts'

it('no demo listing triggers a warning of the guard', () => {
  const { engine } = shippedRules('sankofa.test', loadMessageModel())
  const warned = DEMO_PRODUCTS.flatMap(({ title, description }) =>
    engine(`${title}\n${description}`).hits.map(({ words }) => `${title}: ${words}`),
  )
  expect(warned).toEqual([])
})

it('no demo listing has a doubtful category', () => {
  const doubted = DEMO_PRODUCTS.filter(({ title, categoryId }) => otherCategoryInTitle(title, categoryId))
  expect(doubted.map(({ title }) => title)).toEqual([])
})
