import { afterEach, describe, expect, it, vi } from 'vitest'
import { createLog } from '#server/platform/process/log.ts'
import { superviseEmbedded } from './supervise-embedded.ts'

/** The pauses before the restarts of a database that runs for these times, or does not start ('fails'). */
async function pausesAfter(runs: (number | 'fails')[]): Promise<number[]> {
  const pauses: number[] = []
  const ending = new AbortController()
  const left = [...runs]
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  const postgres = {
    get exited() {
      const run = left.shift()
      if (typeof run === 'number') now += run
      else ending.abort()
      return Promise.resolve()
    },
    async startAgain() {
      if (left[0] !== 'fails') return
      left.shift()
      throw new Error('It does not start')
    },
  }
  await superviseEmbedded(postgres, {
    log: createLog('silent'),
    ending: ending.signal,
    onDeath: () => undefined,
    freeRoom: async () => false,
    pause: async (milliseconds) => pauses.push(milliseconds),
  })
  return pauses
}

describe('the supervision of the database', () => {
  afterEach(() => void vi.restoreAllMocks())

  it('restarts the database at once after each death if it had started well', async () => {
    expect(await pausesAfter([60_001, 6000, 6000, 6000, 6000])).toEqual([0, 0, 0, 0, 0])
  })

  it('pauses longer after each failed or short start', async () => {
    expect(await pausesAfter([6000, 100, 100, 'fails', 'fails', 100, 6000])).toEqual([
      0, 250, 500, 1000, 2000, 5000, 0,
    ])
  })

  it('tries once a minute in the long run', async () => {
    expect(
      (await pausesAfter([6000, ...Array.from({ length: 12 }, () => 'fails' as const)])).slice(-3),
    ).toEqual([60_000, 60_000, 60_000])
  })
})
