import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { demoId } from './demo-id.ts'

test('a demo id is a version 7 UUID and is always the same for a name', () => {
  const id = demoId('product ama Sofa', 5)
  expect(z.uuidv7().safeParse(id).success).toBe(true)
  expect(demoId('product ama Sofa', 5)).toBe(id)
  expect(demoId('product ama Table', 5)).not.toBe(id)
})

test('a newer item has a higher id', () => {
  const ids = [2000, 30.5, 1, 0].map((ageHours) => demoId('anything', ageHours))
  expect(ids.toSorted()).toEqual(ids)
})
