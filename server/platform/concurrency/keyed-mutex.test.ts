import { describe, expect, it } from 'vitest'
import { createKeyedMutex } from './keyed-mutex.ts'

describe('createKeyedMutex', () => {
  it('keeps the order per key, even after a failure, and does not block other keys', async () => {
    const take = createKeyedMutex()
    const gate = Promise.withResolvers<void>()
    const done: string[] = []
    const first = take('a', async () => {
      await gate.promise
      done.push('a1')
    })
    const failing = take('a', async () => {
      done.push('a2')
      throw new Error('no')
    })
    const third = take('a', async () => done.push('a3'))
    await take('b', async () => done.push('b1'))
    gate.resolve()
    await Promise.all([first, expect(failing).rejects.toThrow('no'), third])
    expect(done).toEqual(['b1', 'a1', 'a2', 'a3'])
    await take('a', async () => done.push('a4'))
    expect(done.at(-1)).toBe('a4')
  })
})
