import { expect, test } from 'vitest'
import { restartAfterFaults, PAUSES_SECONDS } from './restart-after-faults.js'

interface End {
  code: number | null
  signal: string | null
  /** Length of the run. */
  minutes?: number
}

/** Supervises runs that end like this, one after another. */
async function supervise(ends: End[], stopIn?: 'run' | 'pause') {
  const said: string[] = []
  const pauses: number[] = []
  const stopping = new AbortController()
  let time = 0
  let runs = 0
  const code: unknown = await restartAfterFaults(
    async () => {
      const end = ends[runs] ?? { code: 0, signal: null }
      runs += 1
      time += (end.minutes ?? 0) * 60_000
      if (stopIn === 'run') stopping.abort()
      return end
    },
    {
      stopping: stopping.signal,
      pause: async (milliseconds: number) => {
        pauses.push(milliseconds / 1000)
        if (stopIn === 'pause') stopping.abort()
      },
      say: (text: string) => void said.push(text),
      now: () => time,
    },
  )
  return { code, runs, said, pauses }
}

const fault = { code: 70, signal: null }

test.each([
  ['an orderly end', { code: 0, signal: null }, 0],
  ['an exit that a person has to correct', { code: 1, signal: null }, 1],
])('%s does not cause a restart', async (_, end, code) => {
  expect(await supervise([end])).toEqual({ code, runs: 1, said: [], pauses: [] })
})

test.each([
  ['a fault', fault],
  ['a kill', { code: null, signal: 'SIGKILL' }],
])('the server restarts after %s', async (_, end) => {
  expect(await supervise([end])).toMatchObject({ code: 0, runs: 2, pauses: [1] })
})

test('a failing start after a death is retried, because the disk may still be full', async () => {
  expect(await supervise([fault, { code: 1, signal: null }])).toMatchObject({
    code: 0,
    runs: 3,
    pauses: [1, 2],
  })
})

test('repeated deaths get longer pauses and finally stop with a message', async () => {
  const { code, runs, said, pauses } = await supervise(Array.from({ length: 50 }, () => fault))
  expect({ code, runs, pauses }).toEqual({
    code: 70,
    runs: PAUSES_SECONDS.length + 1,
    pauses: PAUSES_SECONDS,
  })
  expect(said.at(-1)).toMatch(/^The server died 11 times in a row \(code 70\) and is not started again\./)
})

test('a server that never ran well exits with the code of a fault', async () => {
  const failures = Array.from({ length: 50 }, () => ({ code: 1, signal: null }))
  expect((await supervise([fault, ...failures])).code).toBe(70)
})

test('a server that ran well once restarts without limit', async () => {
  const failures = Array.from({ length: 500 }, () => ({ code: 1, signal: null }))
  const { code, runs, pauses } = await supervise([{ ...fault, minutes: 6 }, ...failures])
  expect({ code, runs }).toEqual({ code: 0, runs: 502 })
  expect(new Set(pauses.slice(PAUSES_SECONDS.length))).toEqual(new Set([60]))
})

test('a death after a good run counts as the first', async () => {
  expect((await supervise([fault, fault, { ...fault, minutes: 6 }])).pauses).toEqual([1, 2, 1])
})

test("a stop gives the server's exit code, or 0 between two runs", async () => {
  expect(await supervise([{ code: null, signal: 'SIGKILL' }], 'run')).toMatchObject({ code: 137, runs: 1 })
  expect(await supervise([fault], 'pause')).toMatchObject({ code: 0, runs: 1 })
})
