import { expect, it } from 'vitest'
import { goodsOfKind, PROHIBITED_GOODS, prohibitedIn } from './prohibited-goods.ts'

it('lists the prohibited goods that are common in a category', () => {
  expect(prohibitedIn('mobile').some(({ name }) => name.startsWith('SIM cards'))).toBe(true)
  expect(prohibitedIn('books')).toEqual([])
})

it('each has a kind and a name of its own, and a reason', () => {
  const names = PROHIBITED_GOODS.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  for (const goods of PROHIBITED_GOODS) {
    expect(goodsOfKind(goods.kind)).toBe(goods)
    expect(goods.reason).toMatch(/^[A-Z].+\.$/)
  }
})
