import { expect, it } from 'vitest'
import { freePort } from '#testing/scale/free-port.ts'
import { runChaos } from './run.ts'

/** `npm run chaos` does the same a hundred times as often. */
it('faults neither lose, repeat nor reorder messages', async () => {
  const report = await runChaos({
    port: await freePort(),
    messages: 600,
    pairs: 20,
    processes: 2,
    kills: 1,
    processKills: 3,
    renewals: 1,
    restarts: 1,
    promotion: false,
    cuts: 5,
    racingRetries: 200,
    joinRaces: 100,
    say: () => undefined,
  })
  expect(Object.entries(report.faults).filter(([, count]) => count > 0)).toEqual([])
  expect(report.acknowledged).toBeGreaterThanOrEqual(600)
  expect(report.reconnects).toBeGreaterThan(20)
  expect(report.racing).toEqual({ sent: 200, keys: 40, rows: 40, different: 0 })
  expect(report.joinRaces).toEqual({ raced: 100, missed: 0 })
})
