import { expect, it } from 'vitest'
import type { Waiter } from './fair-queue.ts'
import { createFairQueue } from './fair-queue.ts'

const stranger = (key: string): Waiter => ({ key, isKnown: false })
const known = (key: string): Waiter => ({ key, isKnown: true })

/** A queue that is kept busy by its first work until it is let go. */
function busyQueue({ length = 4, lengthOfOne = 3 } = {}) {
  const queue = createFairQueue({ concurrency: 1, length, lengthOfOne, workMs: 500 })
  const first = Promise.withResolvers<void>()
  const begun: string[] = []
  const outcomes: Promise<string>[] = []
  void queue.run(stranger('first'), () => first.promise)
  const wait = (waiter: Waiter, name = waiter.key) => {
    const outcome = queue
      .run(waiter, async () => {
        begun.push(name)
        return 'done'
      })
      .catch((error: { code: string }) => error.code)
    outcomes.push(outcome)
    return outcome
  }
  const finish = async () => {
    first.resolve()
    await Promise.all(outcomes)
    return begun
  }
  return { queue, wait, finish }
}

it('takes turns among those who wait, also behind one that came first', async () => {
  const { wait, finish } = busyQueue()
  for (const name of ['a1', 'a2', 'a3']) void wait(stranger('a'), name)
  void wait(stranger('b'), 'b1')
  expect(await finish()).toEqual(['a1', 'b1', 'a2', 'a3'])
})

it('has few length for one, however empty it is', async () => {
  const { wait, finish } = busyQueue({ length: 10 })
  for (const name of ['a1', 'a2', 'a3']) void wait(stranger('a'), name)
  expect(await wait(stranger('a'), 'a4')).toBe('overloaded')
  expect(await finish()).toEqual(['a1', 'a2', 'a3'])
})

it('pushes out the last of who waits for the most when it is full', async () => {
  const { wait, finish } = busyQueue()
  for (const name of ['a1', 'a2']) void wait(stranger('a'), name)
  const last = wait(stranger('a'), 'a3')
  void wait(stranger('b'))
  void wait(stranger('c'))
  expect(await last).toBe('overloaded')
  expect(await finish()).toEqual(['a1', 'b', 'c', 'a2'])
})

it('refuses where all wait for as little, and says when to come back', async () => {
  const { queue, wait, finish } = busyQueue()
  for (const name of ['a', 'b', 'c', 'd']) void wait(stranger(name))
  await expect(queue.run(stranger('e'), async () => 1)).rejects.toMatchObject({
    code: 'overloaded',
    // Four wait for half a second each.
    retryAfterSeconds: 3,
  })
  expect(await finish()).toEqual(['a', 'b', 'c', 'd'])
})

it('serves people who are known first, whom a queue full of strangers does not keep out', async () => {
  const { wait, finish } = busyQueue()
  for (const name of ['a', 'b', 'c', 'd']) void wait(stranger(name))
  for (const name of ['ama', 'kofi', 'esi', 'yaw']) void wait(known(name))
  expect(await finish()).toEqual(['ama', 'kofi', 'esi', 'a', 'yaw', 'b', 'c', 'd'])
})

it('goes on after work that failed', async () => {
  const { queue, finish } = busyQueue()
  const failing = queue.run(stranger('a'), () => Promise.reject(new Error('failed')))
  void failing.catch(() => undefined)
  await finish()
  await expect(failing).rejects.toThrow('failed')
  expect(await queue.run(stranger('b'), async () => 'done')).toBe('done')
})
