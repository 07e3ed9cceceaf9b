import { expect, it } from 'vitest'
import { compileRules } from '#server/guard/engine.ts'
import { readSeed } from '#server/guard/seed-rules.ts'
import { DEMO_PRODUCTS } from './market.ts'

it('has no listing of which the guard warns', () => {
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
