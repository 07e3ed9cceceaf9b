import { expect, test } from 'vitest'
import { createTestApp } from '#testing/app.ts'
import { createTestDatabase } from '#testing/database.ts'
import { readFileSync, readdirSync } from 'node:fs'

/** CPU ms of all postgres processes incl. reaped children */
function pg() {
  let sum = 0
  for (const pid of readdirSync('/proc')) {
    if (!/^\d+$/.test(pid)) continue
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      if (!stat.includes('(postgres)')) continue
      const f = stat.slice(stat.lastIndexOf(')') + 2).split(' ').map(Number)
      const cwd = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
      sum += f[11]! + f[12]!
      if (cwd.includes('sankofa-test-')) sum += f[13]! + f[14]!
    } catch {}
  }
  return sum * 10
}
const N = 20
async function measure(name: string, work: () => Promise<unknown>) {
  const p = pg(), c = process.cpuUsage(), t = performance.now()
  for (let i = 0; i < N; i++) await work()
  const d = process.cpuUsage(c)
  console.log(name, { node: ((d.user + d.system) / 1000 / N).toFixed(1), pg: ((pg() - p) / N).toFixed(1), wall: ((performance.now() - t) / N).toFixed(1) })
}
test('apps', async () => {
  await (await createTestApp()).close()
  await measure('database', async () => (await createTestDatabase()).close())
  const apps: any[] = []
  await measure('app', async () => apps.push(await createTestApp()))
  await measure('close', async () => apps.pop().close())
  await measure('app', async () => (await createTestApp()).close())
  expect(1).toBe(1)
})
