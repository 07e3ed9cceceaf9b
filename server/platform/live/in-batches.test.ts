import { beforeEach, describe, expect, it } from 'vitest'
import { type Batches, inBatches } from './in-batches.ts'

let sent: string[][]
let underWay: number
let mostAtOnce: number
let batches: Batches
beforeEach(() => {
  sent = []
  underWay = 0
  mostAtOnce = 0
  batches = inBatches(async (texts) => {
    underWay += 1
    mostAtOnce = Math.max(mostAtOnce, underWay)
    await Promise.resolve()
    sent.push(texts)
    underWay -= 1
    if (texts.includes('bad')) throw new Error('refused')
  })
})

describe('batched texts', () => {
  it('are sent together if they arrive together, in order', async () => {
    await Promise.all(['one', 'two', 'three'].map(batches.send))
    expect(sent).toEqual([['one', 'two', 'three']])
  })

  it('are sent in the next batch if they arrive later, one batch at a time', async () => {
    const first = batches.send('one')
    await new Promise((resolve) => setImmediate(resolve))
    const second = batches.send('two')
    await Promise.all([first, second])
    expect(sent).toEqual([['one'], ['two']])
    expect(mostAtOnce).toBe(1)
  })

  it('are sent in separate batches if they are equal', async () => {
    await Promise.all(['types', 'stops', 'types', 'stops'].map(batches.send))
    expect(sent).toEqual([
      ['types', 'stops'],
      ['types', 'stops'],
    ])
  })

  it('continue in the next batch above 200', async () => {
    await Promise.all(Array.from({ length: 450 }, (_, number) => batches.send(String(number))))
    expect(sent.map(({ length }) => length)).toEqual([200, 200, 50])
    expect(sent.flat()).toEqual(Array.from({ length: 450 }, (_, number) => String(number)))
  })
})

it('a failed batch rejects each of its texts, and the next is sent', async () => {
  const outcomes = await Promise.allSettled(['bad', 'one', 'bad'].map(batches.send))
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  await batches.send('two')
  expect(sent).toEqual([['bad', 'one'], ['bad'], ['two']])
})

it('settled() resolves when nothing is waiting', async () => {
  await batches.settled()
  const last = batches.send('one')
  await batches.settled()
  expect(sent).toEqual([['one']])
  await last
})
