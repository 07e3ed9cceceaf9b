import { expect, it } from 'vitest'
import { otherCategoryInTitle } from '#contract/catalog/categories-in-title.ts'
import { createNameJudge } from '#server/moderation/guard/judgement/name-judge.ts'
import { shippedRules } from '#server/moderation/guard/shipped-rules.ts'
import { loadMessageModel } from '#server/moderation/guard/judgement/message-judge.ts'
import { DEMO_PRODUCTS } from './market.ts'
import { DEMO_PEOPLE } from './people.ts'

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

it('no name of the demo pretends to be an institution', () => {
  const pretends = createNameJudge('Sankofa')
  const names = DEMO_PEOPLE.flatMap(({ fullName, username }) => [fullName, username ?? ''])
  expect(names.filter(pretends)).toEqual([])
})
