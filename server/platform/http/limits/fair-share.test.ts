import { expect, it } from 'vitest'
import { fairShare } from './fair-share.ts'

it('counts for each by itself, and what is given back once', () => {
  const share = fairShare(2)
  const first = share.take('ama')
  expect(share.take('ama')).toBeTypeOf('function')
  expect(share.take('ama')).toBeUndefined()
  expect(share.take('kofi')).toBeTypeOf('function')
  first?.()
  first?.()
  expect(share.take('ama')).toBeTypeOf('function')
  expect(share.take('ama')).toBeUndefined()
})
