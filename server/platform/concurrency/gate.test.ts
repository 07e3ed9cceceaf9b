import { expect, it } from 'vitest'
import { createGate } from './gate.ts'

it('a gate limits parallel work, queues the rest in order, and refuses beyond its queue', async () => {
  const gate = createGate({ concurrency: 2, queueLength: 2, retryAfterSeconds: 3 })
  const begun: number[] = []
  const works = Array.from({ length: 4 }, () => Promise.withResolvers<number>())
  const runs = works.map((work, index) =>
    gate.run(() => {
      begun.push(index)
      return work.promise
    }),
  )
  await expect.poll(() => begun).toEqual([0, 1])
  await expect(gate.run(async () => 4)).rejects.toMatchObject({ code: 'overloaded', retryAfterSeconds: 3 })

  works[1]?.resolve(1)
  await runs[1]
  await expect.poll(() => begun).toEqual([0, 1, 2])
  // Failed work makes room as well.
  works[0]?.reject(new Error('no'))
  await expect(runs[0]).rejects.toThrow('no')
  await expect.poll(() => begun).toEqual([0, 1, 2, 3])
  works[2]?.resolve(2)
  works[3]?.resolve(3)
  expect(await Promise.all(runs.slice(1))).toEqual([1, 2, 3])
  expect(await gate.run(async () => 5)).toBe(5)
})
