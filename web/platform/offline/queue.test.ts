import { expect, it } from 'vitest'
import { memoryStore } from '#testing/web/memory-store.ts'
import { Collection } from './collection.ts'
import { createFailureJudge } from './judge-failure.ts'
import { Queue, type QueueRow } from './queue.ts'

interface Line extends QueueRow {
  text: string
  position: number
}

it('sends a row again that was edited after all of it was sent', async () => {
  const rows = new Collection<Line>('lines', { store: memoryStore() })
  const sent: string[] = []
  const answer = Promise.withResolvers<void>()
  const queue = new Queue<Line>({
    name: 'lines',
    rows,
    isOwn: () => true,
    subjectOf: () => 'all',
    orderOf: ({ position }) => position,
    async send({ text }, { onProgress }) {
      sent.push(text)
      onProgress(1)
      if (text === 'first') await answer.promise
    },
    judge: createFailureJudge([1000], 5),
  })
  const line: Line = {
    key: 'line',
    personId: 'ama',
    text: 'first',
    position: 1,
    delivery: 'waiting',
    reason: null,
  }
  const sending = queue.add(line)
  await expect.poll(() => sent).toEqual(['first'])
  await rows.put({ ...line, text: 'second', position: 2 })
  answer.resolve()
  await sending
  expect(sent).toEqual(['first', 'second'])
  expect(rows.rows()).toEqual([])
  queue.close()
})
