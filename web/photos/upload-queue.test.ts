import { describe, expect, it } from 'vitest'
import { PROBLEMS, type ProblemCode } from '#contract/problem.ts'
import { ApiError } from '#web/api/client.ts'
import { failureOf, isSending, nextUpload, pauseOf, queueAfter, type UploadEvent } from './upload-queue.ts'

const upload = (key: string) => ({ key, name: `${key}.jpg`, replaces: null })
const after = (...events: UploadEvent[]) => events.reduce(queueAfter, [])
const added = (...keys: string[]): UploadEvent => ({ type: 'added', uploads: keys.map(upload) })
const started = (key: string): UploadEvent => ({ type: 'started', key })
const refusal = (code: ProblemCode) =>
  new ApiError(PROBLEMS[code].status, { code, message: PROBLEMS[code].message, requestId: 'r' })
const failed = (key: string, error: unknown): UploadEvent => ({
  type: 'failed',
  key,
  failure: failureOf(error),
})
const offline = new ApiError(0)

describe('the queue of uploads', () => {
  it('sends one after the other, in their order', () => {
    expect(nextUpload(after(added('a', 'b')))?.key).toBe('a')
    expect(nextUpload(after(added('a', 'b'), started('a')))).toBeUndefined()
    const rest = after(added('a', 'b'), started('a'), { type: 'left', keys: ['a'] })
    expect(nextUpload(rest)?.key).toBe('b')
    expect(isSending(rest)).toBe(true)
    expect(isSending(queueAfter(rest, { type: 'left', keys: ['b'] }))).toBe(false)
  })

  it('takes each once', () => {
    expect(after(added('a'), added('a', 'b')).map(({ key }) => key)).toEqual(['a', 'b'])
  })

  it('never goes back in its progress', () => {
    const progressed = (progress: number): UploadEvent => ({ type: 'progressed', key: 'a', progress })
    expect(after(added('a'), progressed(0.5))[0]).toMatchObject({ state: 'pending', progress: 0 })
    const queue = after(added('a'), started('a'), progressed(0.5), progressed(0.3))
    expect(queue[0]).toMatchObject({ state: 'uploading', progress: 0.5 })
  })

  it('waits as a whole while the network is gone, and goes on with the same photo', () => {
    const gone = after(added('a', 'b'), started('a'), failed('a', offline))
    expect(gone[0]).toMatchObject({ state: 'pending', isWaiting: true, message: 'Waiting for the network.' })
    expect(nextUpload(gone)).toBeUndefined()
    expect(isSending(gone)).toBe(true)
    const back = queueAfter(gone, { type: 'resumed' })
    expect(back[0]).toMatchObject({ key: 'a', isWaiting: false, message: null })
    expect(nextUpload(back)?.key).toBe('a')
  })

  it('waits longer each time, at most half a minute', () => {
    let queue = after(added('a'))
    const pauses: (number | undefined)[] = [pauseOf(queue)]
    for (let count = 0; count < 6; count += 1) {
      queue = queueAfter(queueAfter(queue, { type: 'resumed' }), started('a'))
      queue = queueAfter(queue, failed('a', offline))
      pauses.push(pauseOf(queue))
    }
    expect(pauses).toEqual([undefined, 2000, 4000, 8000, 16_000, 30_000, 30_000])
  })

  it('leaves it to the person when the server stays busy', () => {
    let queue = after(added('a', 'b'))
    for (let count = 1; count <= 4; count += 1) {
      expect(queue[0]?.state).toBe('pending')
      queue = queueAfter(queueAfter(queue, { type: 'resumed' }), started('a'))
      queue = queueAfter(queue, failed('a', refusal('overloaded')))
    }
    expect(queue[0]).toMatchObject({
      state: 'error',
      canRetry: true,
      message: PROBLEMS.overloaded.message,
    })
    expect(nextUpload(queue)?.key).toBe('b')
    const again = queueAfter(queue, { type: 'retried', key: 'a' })
    expect(again[0]).toMatchObject({ state: 'pending', tries: 0, message: null, key: 'a' })
  })

  it('keeps waiting while the storage is full, and goes on by itself', () => {
    let queue = after(added('a'))
    for (let count = 1; count <= 10; count += 1) {
      queue = queueAfter(queueAfter(queue, { type: 'resumed' }), started('a'))
      queue = queueAfter(queue, failed('a', refusal('storage-full')))
      expect(queue[0]).toMatchObject({ state: 'pending', isWaiting: true })
      expect(pauseOf(queue)).toBe(30_000)
    }
    expect(queue[0]?.message).toBe(PROBLEMS['storage-full'].message)
    expect(nextUpload(queueAfter(queue, { type: 'resumed' }))?.key).toBe('a')
  })

  it('lets one that is tried again release all that wait', () => {
    const gone = after(added('a', 'b'), started('a'), failed('a', offline))
    expect(nextUpload(queueAfter(gone, { type: 'retried', key: 'b' }))?.key).toBe('a')
  })

  it('forgets what happens to an upload that was removed', () => {
    expect(after(added('a'), started('a'), { type: 'left', keys: ['a'] }, failed('a', offline))).toEqual([])
  })
})

describe('a failure', () => {
  it.each([
    ['no network', offline, 'offline'],
    ['a busy site', refusal('overloaded'), 'busy'],
    ['a full disk', refusal('storage-full'), 'full'],
    ['a proxy without a server', new ApiError(502), 'busy'],
    ['an ended session', refusal('session-ended'), 'mendable'],
    ['too many photos', refusal('too-many-images'), 'mendable'],
    ['a fault', refusal('fault'), 'mendable'],
    ['anything unforeseen', new Error('boom'), 'mendable'],
    ['a file that is no picture', refusal('picture-not-an-image'), 'final'],
    ['a file that is too large', refusal('picture-too-large'), 'final'],
  ])('of %s is %s', (_, error, kind) => {
    expect(failureOf(error).kind).toBe(kind)
  })

  it.each([
    [500, true],
    [503, false],
    [507, false],
    [0, false],
    [422, false],
  ])('with the status %d is a fault: %s', (status, isFault) => {
    const event: UploadEvent = { type: 'failed', key: 'a', failure: failureOf(new ApiError(status)) }
    expect(after(added('a'), started('a'), event)[0]?.isFault).toBe(isFault)
    expect(after(added('a'), started('a'), event, started('a'))[0]?.isFault).toBe(false)
  })

  it('is told in the words of the server, faults in ours', () => {
    expect(failureOf(refusal('picture-damaged')).message).toBe('The picture is damaged. Choose another one.')
    expect(failureOf(new Error('boom')).message).toBe('Something went wrong. Please try again.')
  })
})
