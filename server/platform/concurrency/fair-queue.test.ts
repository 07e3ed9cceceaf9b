import { expect, it } from 'vitest'
import type { Waiter } from './fair-queue.ts'
import { createFairQueue } from './fair-queue.ts'

const stranger = (key: string): Waiter => ({ key, isKnown: false })
const known = (key: string): Waiter => ({ key, isKnown: true })

/** A queue that is busy with its first work until `finish`. */
function busyQueue({ length = 4, lengthPerKey = 3 } = {}) {
  const queue = createFairQueue({ concurrency: 1, length, lengthPerKey, workMs: 500 })
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

it('keys take turns, even if one came first', async () => {
  const { wait, finish } = busyQueue()
  for (const name of ['a1', 'a2', 'a3']) void wait(stranger('a'), name)
  void wait(stranger('b'), 'b1')
  expect(await finish()).toEqual(['a1', 'b1', 'a2', 'a3'])
})

it('a single key has a limited number of waiters, even in an empty queue', async () => {
  const { wait, finish } = busyQueue({ length: 10 })
  for (const name of ['a1', 'a2', 'a3']) void wait(stranger('a'), name)
  expect(await wait(stranger('a'), 'a4')).toBe('overloaded')
  expect(await finish()).toEqual(['a1', 'a2', 'a3'])
})

it('a full queue evicts the last waiter of the key with the most waiters', async () => {
  const { wait, finish } = busyQueue()
  for (const name of ['a1', 'a2']) void wait(stranger('a'), name)
  const last = wait(stranger('a'), 'a3')
  void wait(stranger('b'))
  void wait(stranger('c'))
  expect(await last).toBe('overloaded')
  expect(await finish()).toEqual(['a1', 'b', 'c', 'a2'])
})

it('a full queue with one waiter per key refuses another and says how long to wait', async () => {
  const { queue, wait, finish } = busyQueue()
  for (const name of ['a', 'b', 'c', 'd']) void wait(stranger(name))
  await expect(queue.run(stranger('e'), async () => 1)).rejects.toMatchObject({
    code: 'overloaded',
    // Four wait for half a second each.
    retryAfterSeconds: 3,
  })
  expect(await finish()).toEqual(['a', 'b', 'c', 'd'])
})

it('known people are served first and enter a queue full of strangers', async () => {
  const { wait, finish } = busyQueue()
  for (const name of ['a', 'b', 'c', 'd']) void wait(stranger(name))
  for (const name of ['ama', 'kofi', 'esi', 'yaw']) void wait(known(name))
  expect(await finish()).toEqual(['ama', 'kofi', 'esi', 'a', 'yaw', 'b', 'c', 'd'])
})

it('the queue continues after failed work', async () => {
  const { queue, finish } = busyQueue()
  const failing = queue.run(stranger('a'), () => Promise.reject(new Error('failed')))
  void failing.catch(() => undefined)
  await finish()
  await expect(failing).rejects.toThrow('failed')
  expect(await queue.run(stranger('b'), async () => 'done')).toBe('done')
})
