import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { redisBus } from '#server/platform/live/redis-bus.ts'
import { createLog } from '#server/platform/process/log.ts'
import { loadSecrets } from '#server/platform/process/key-file.ts'
import { answers, openRedis, type RedisClient } from '#server/platform/redis/redis.ts'
import { insertAccounts } from '#testing/accounts/accounts.ts'
import { createTestApp, type TestApp } from '#testing/app.ts'
import { PEOPLE } from '#testing/accounts/people.ts'
import { type RedisServer, startRedis } from '#testing/services/redis-server.ts'
import { createTemporaryFolder } from '#testing/temporary-folder.ts'

const ADMIN = join(import.meta.dirname, '../../scripts/admin.ts')
const command = process.env.REDIS_SERVER
const EVENTS = 50

// These tests are skipped if no Redis can be installed, which the test step reports.
describe.each(command ? [command] : [])('a site without its Redis, by %s', (redisServer) => {
  const dataDir = createTemporaryFolder('sankofa-redis-away-')
  const lines: string[] = []
  const log = createLog('warn', { to: { write: (line) => void lines.push(line) } })
  let server: RedisServer
  let redis: RedisClient
  let test: TestApp
  beforeAll(async () => {
    server = await startRedis(redisServer)
    const target = { urls: [server.url], sentinels: [] }
    redis = openRedis(target, log, 'limits')
    test = await createTestApp({
      log,
      secrets: await loadSecrets({ secret: { key: undefined }, dataDir }),
      bus: () => redisBus(target, log),
      finds: { redisAnswers: () => answers(redis) },
    })
    await insertAccounts(test.db)
  })
  afterAll(async () => {
    await test.live.close()
    await test.close()
    redis.disconnect()
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })

  /** Runs `npm run admin -- health` with the site's settings. */
  async function readHealth() {
    const child = spawn(process.execPath, [ADMIN, 'health'], {
      env: {
        PATH: process.env.PATH,
        DATABASE_URL: test.database.url,
        DATA_DIR: dataDir,
        REDIS_URL: server.url,
        NODE_ENV: 'production',
      },
    })
    let said = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
    const [code] = (await once(child, 'close')) as [number]
    return { code, said }
  }

  it('reports no problem while Redis answers', async () => {
    await expect.poll(() => answers(redis)).toBe(true)
    const { code, said } = await readHealth()
    expect(said).toMatch(/^running {3}\S+:\d+\n/m)
    expect(code).toBe(0)
  })

  it('logs one line for all lost live events and nothing outside the log', async () => {
    const complaint = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    await server.stop()
    await expect.poll(() => answers(redis)).toBe(false)
    for (let count = 0; count < EVENTS; count += 1)
      await test.live
        .emitToUsers([PEOPLE.ama.id], 'notifications.changed', { unread: 1 })
        .catch(() => undefined)
    const about = lines.filter((line) => line.includes('live events did not reach other processes'))
    expect(about).toHaveLength(1)
    expect(complaint.mock.calls).toEqual([])
  })

  it('reports the outage in the health command without waiting', async () => {
    const { code, said } = await readHealth()
    expect(said).toContain('Redis does not answer')
    expect(code).toBe(1)
  })
})
