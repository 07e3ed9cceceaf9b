import { describe, expect, it } from 'vitest'
import { PROBLEMS, type ProblemCode } from '#contract/problem.ts'
import { ApiError } from '#web/platform/api/client.ts'
import { judgeUpload, toUploadFailure } from './upload-failure.ts'

const refusal = (code: ProblemCode) =>
  new ApiError(PROBLEMS[code].status, { code, message: PROBLEMS[code].message, requestId: 'r' })
const offline = new ApiError(0)
const judge = (error: Error, failures: number) => judgeUpload(error, { failures, faults: 0 })

describe('a failed upload', () => {
  it('waits for the network with growing pauses of at most half a minute', () => {
    const pauses = [0, 1, 2, 3, 4, 5].map((failures) => judge(offline, failures).pauseMs)
    expect(pauses).toEqual([2000, 4000, 8000, 16_000, 30_000, 30_000])
    expect(judge(offline, 0).reason).toBe('Waiting for the network.')
  })

  it("waits for a person's retry if the server stays busy", () => {
    for (const failures of [0, 1, 2]) expect(judge(refusal('overloaded'), failures).pauseMs).not.toBeNull()
    expect(judge(refusal('overloaded'), 3)).toMatchObject({
      pauseMs: null,
      reason: PROBLEMS.overloaded.message,
      patch: { canRetry: true, isPassing: true },
    })
  })

  it('keeps waiting while the storage is full', () => {
    for (const failures of [0, 5, 10])
      expect(judge(refusal('storage-full'), failures)).toMatchObject({
        pauseMs: 30_000,
        reason: PROBLEMS['storage-full'].message,
      })
  })
})

describe('a failure', () => {
  it.each([
    ['no network', offline, 'offline'],
    ['a busy site', refusal('overloaded'), 'busy'],
    ['a full disk', refusal('storage-full'), 'full'],
    ['a proxy without a server', new ApiError(502), 'busy'],
    ['an ended session', refusal('session-ended'), 'fixable'],
    ['too many photos', refusal('too-many-images'), 'fixable'],
    ['a fault', refusal('fault'), 'fixable'],
    ['anything unforeseen', new Error('boom'), 'fixable'],
    ['a file that is no picture', refusal('picture-not-an-image'), 'final'],
    ['a file that is too large', refusal('picture-too-large'), 'final'],
  ])('counts %s as %s', (_, error, kind) => {
    expect(toUploadFailure(error).kind).toBe(kind)
  })

  it.each([
    [500, true],
    [503, false],
    [507, false],
    [0, false],
    [422, false],
  ])('has status %d and is a fault: %s', (status, isFault) => {
    expect(toUploadFailure(new ApiError(status)).isFault).toBe(isFault)
  })

  it("shows the server's message, or a general one for faults", () => {
    expect(toUploadFailure(refusal('picture-damaged')).message).toBe(
      'The picture is damaged. Choose another one.',
    )
    expect(toUploadFailure(new Error('boom')).message).toBe('Something went wrong. Please try again.')
  })
})
