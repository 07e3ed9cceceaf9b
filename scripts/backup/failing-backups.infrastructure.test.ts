import { execFile, execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readdirSync, renameSync, rmSync, statfsSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { BackupConfig } from '#server/config/backup-config.ts'
import { readConfig } from '#server/config/config.ts'
import { type EmbeddedPostgres, startEmbedded } from '#server/platform/db/embedded/embedded.ts'
import { createLog } from '#server/platform/process/log.ts'
import { openDiskStorage } from '#server/platform/storage/disk-storage.ts'
import type { ListingStorage } from '#server/platform/storage/storage.ts'
import { prepareDatabase } from '#server/prepare-database.ts'
import { type S3Server, startS3Server } from '#testing/services/s3-server.ts'
import { startVersionedBucket } from '#testing/services/versioned-bucket.ts'
import { createTemporaryFolder } from '#testing/temporary-folder.ts'
import { spoolFolder } from '#server/platform/db/embedded/embedded-settings.ts'
import { readBackupReport } from '#server/platform/backup/backup-report.ts'
import { makeBase, type Site } from '#server/platform/backup/base/base.ts'
import { openBackups } from '#server/platform/backup/repository/repository.ts'
import { listBases } from '#server/platform/backup/base/manifest.ts'
import { runBackups } from '#server/platform/backup/run-backups.ts'
import { completeSecond } from '#server/platform/backup/second-copy.ts'
import { verify } from '#server/platform/backup/restore/verify.ts'
import { backUp } from './back-up.ts'

const REPOSITORY = join(import.meta.dirname, '../..')
const KEY = randomBytes(32).toString('base64')
/** Disk sizes in megabytes: almost nothing fits on the first, most of the database on the second. */
const SIZES = [1, 3]
const ENOUGH = 64
const DAY = 24 * 60 * 60 * 1000

let folder: string
let postgres: EmbeddedPostgres
let storage: ListingStorage
let site: Site
const undo: (() => unknown)[] = []

beforeAll(async () => {
  folder = createTemporaryFolder('sankofa-failing-backups-')
  const dataDir = join(folder, 'site')
  postgres = await startEmbedded({
    dataDir,
    settings: { fsync: 'off', shared_buffers: '16MB' },
    archive: spoolFolder(dataDir),
  })
  await prepareDatabase(postgres.url)
  storage = await openDiskStorage(join(dataDir, 'photos'))
  await storage.put('avatars/ama.avif', randomBytes(300_000), '')
  site = { dataDir, adminUrl: postgres.adminUrl, storage }
})
afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step()
})
afterAll(async () => {
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
})

const configOf = (target: string, more: { BACKUP_KEY?: string } = {}) =>
  readConfig({ NODE_ENV: 'test', DATA_DIR: site.dataDir, BACKUP_DIR: target, ...more }).backup

/** Mounts a separate disk, which only root can. */
function smallDisk(megabytes: number): string {
  const disk = join(folder, 'disk')
  execFileSync('mkdir', ['-p', disk])
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', disk])
  undo.push(() => execFileSync('umount', ['-l', disk]))
  return disk
}

const remount = (options: string) => execFileSync('mount', ['-o', `remount,${options}`, join(folder, 'disk')])

const addressOf = ({ options }: Pick<S3Server, 'options'>) =>
  `${options.endpoint.replace('http:', 's3+http:').replace('//', '//id:key@')}/${options.bucket}`

const filesIn = (target: string) =>
  readdirSync(target, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(target, join(entry.parentPath, entry.name)))

/** Number of copies of the database that are under way. */
async function copiesUnderWay(): Promise<number> {
  const client = new pg.Client(postgres.adminUrl)
  await client.connect()
  const { rows } = await client.query<{ count: number }>('select count(*)::int from pg_stat_replication')
  await client.end()
  return rows[0]?.count ?? 0
}

/** Leftovers of a failed base: its own files, and unfinished ones. */
const remains = (target: string) =>
  filesIn(target).filter((path) => !/^plain\/(log|files)|^sealed-\w+\/(log|files)/.test(path))

it.each(
  SIZES.flatMap((size) => [
    { size, kind: 'plain', more: {} },
    { size, kind: 'encrypted', more: { BACKUP_KEY: KEY } },
  ]),
)('a base on a disk of $size MB leaves nothing behind and says why ($kind)', async ({ size, more }) => {
  const target = join(smallDisk(size), 'backup')
  const repository = await openBackups(configOf(target, more))
  await expect(makeBase(site, repository)).rejects.toMatchObject({
    name: 'BootError',
    message: expect.stringMatching(/^BACKUP_DIR: .*\/backup has no room left \(.*ENOSPC/) as string,
  })
  expect(remains(target)).toEqual([])
  await expect.poll(copiesUnderWay).toBe(0)
  remount(`size=${ENOUGH}m`)
  await makeBase(site, repository)
})

it('the command reports a full disk in one line', async () => {
  const target = join(smallDisk(1), 'backup')
  const env = { ...process.env, NODE_ENV: 'test', DATA_DIR: site.dataDir, BACKUP_DIR: target }
  const command = promisify(execFile)(process.execPath, ['scripts/backup.ts'], { cwd: REPOSITORY, env })
  await expect(command).rejects.toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^Works on .*\nBACKUP_DIR: .* has no room left .*\n$/) as string,
  })
})

it('a base that fails because its disk is read-only or disappears does no other harm', async () => {
  const disk = smallDisk(ENOUGH)
  const target = join(disk, 'backup')
  const repository = await openBackups(configOf(target))
  remount('ro')
  await expect(makeBase(site, repository)).rejects.toThrow(`BACKUP_DIR: ${target} cannot be written`)
  remount('rw')
  const making = Promise.allSettled([makeBase(site, repository)])
  await expect.poll(() => filesIn(target)).not.toEqual([])
  renameSync(target, `${target}-away`)
  expect(await making).toMatchObject([{ reason: { name: 'BootError' } }])
  await expect.poll(copiesUnderWay).toBe(0)
  // The failed base has created its folders again.
  rmSync(target, { recursive: true })
  renameSync(`${target}-away`, target)
  const base = await makeBase(site, repository)
  expect((await verify(repository, base, { scratch: folder })).files).toBe(1)
})

/** Forwards this number of requests, then answers with 500 until it is repaired. */
async function failingBucket(server: S3Server) {
  let left = Infinity
  const { port } = new URL(server.options.endpoint)
  const proxy = createServer((incoming, reply) => {
    left -= 1
    if (left < 0) {
      incoming.resume()
      return void reply.writeHead(500).end()
    }
    const { method, url, headers } = incoming
    const onward = request({ port, method, path: url, headers }, (answer) => {
      reply.writeHead(answer.statusCode ?? 500, answer.headers)
      answer.pipe(reply)
    })
    onward.on('error', () => reply.destroy())
    incoming.pipe(onward)
  })
  await new Promise<void>((listening) => proxy.listen(0, '127.0.0.1', listening))
  undo.push(() => proxy.close())
  return {
    address: `s3+http://S3RVER:S3RVER@127.0.0.1:${(proxy.address() as AddressInfo).port}/backups`,
    failAfter: (requests: number) => (left = requests),
    taken: () => -left,
  }
}

it('a base that fails because a bucket answers a request with 500 does no other harm', async () => {
  const server = await startS3Server()
  undo.push(() => server.close())
  const bucket = await failingBucket(server)
  const repository = await openBackups(configOf(bucket.address))
  bucket.failAfter(0)
  const failures: number[] = []
  for (let requests = 0; failures.length === requests; requests += 1) {
    bucket.failAfter(requests)
    await makeBase(site, repository).then(
      () => undefined,
      (error: Error) => {
        expect(error.message).toMatch(/^BACKUP_DIR: http.*\/backups does not answer/)
        failures.push(requests)
      },
    )
    expect(await copiesUnderWay()).toBe(0)
  }
  // Requests for the list, the copy, its log, the pictures, the indexes and the manifest.
  expect(failures.length).toBeGreaterThan(6)
})

describe('the running site', () => {
  const report = (backup: BackupConfig) =>
    readBackupReport({ backup, dataDir: site.dataDir, database: { kind: 'embedded' } })

  async function runInto(target: string) {
    const config = configOf(target)
    const runner = await runBackups(site, config, createLog('silent'))
    undo.push(() => runner.close())
    await runner.update()
    return { config, runner }
  }

  it('reports why there is no new base, continues the log, and retries after a while', async () => {
    const disk = smallDisk(ENOUGH)
    const clock = vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
    undo.push(() => vi.useRealTimers())
    const { config, runner } = await runInto(join(disk, 'backup'))
    const first = await report(config)
    expect(first).toMatchObject({ problem: null, baseProblem: null, baseAt: expect.any(String) as string })
    const { bavail, bsize } = statfsSync(disk)
    writeFileSync(join(disk, 'filler'), Buffer.alloc(bavail * bsize - 1024 ** 2))
    clock.setSystemTime(Date.now() + DAY)
    await runner.update()
    const full = await report(config)
    expect(full).toMatchObject({ problem: null, baseAt: first?.baseAt })
    expect(full?.baseProblem).toMatch(/has no room left/)
    rmSync(join(disk, 'filler'))
    await runner.update()
    expect((await report(config))?.baseAt).toBe(first?.baseAt)
    clock.setSystemTime(Date.now() + 61_000)
    await runner.update()
    const mended = await report(config)
    expect(mended).toMatchObject({ problem: null, baseProblem: null })
    expect(mended?.baseAt).not.toBe(first?.baseAt)
  })

  it('continues if a key is added or removed, with a new backup beside the old', async () => {
    const target = join(smallDisk(ENOUGH), 'with-another-key')
    const first = await runInto(target)
    await first.runner.close()
    for (const more of [{ BACKUP_KEY: KEY }, {}]) {
      const config = configOf(target, more)
      const runner = await runBackups(site, config, createLog('silent'))
      undo.push(() => runner.close())
      await runner.update()
      expect(await report(config)).toMatchObject({
        problem: null,
        coveredUntil: expect.any(String) as string,
      })
      await runner.close()
      expect((await listBases(await openBackups(config))).some(({ isWhole }) => isWhole)).toBe(true)
    }
  })

  it('continues with a bucket that forbids deletions', async () => {
    const server = await startVersionedBucket({ mayDelete: false })
    undo.push(() => server.close())
    const clock = vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
    undo.push(() => vi.useRealTimers())
    const { config, runner } = await runInto(addressOf(server))
    const hasNewBase = async () =>
      expect(await report(config)).toMatchObject({
        problem: null,
        baseProblem: null,
        baseAt: new Date().toISOString(),
      })
    await hasNewBase()
    for (const days of [15, 15]) {
      clock.setSystemTime(Date.now() + days * DAY)
      await runner.update()
      await hasNewBase()
    }
    expect(await listBases(await openBackups(config))).toHaveLength(3)
  })

  it('lets the command continue with the second copy', async () => {
    const server = await startVersionedBucket({ mayDelete: false })
    undo.push(() => server.close())
    const clock = vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
    undo.push(() => vi.useRealTimers())
    const config = readConfig({
      NODE_ENV: 'test',
      DATA_DIR: site.dataDir,
      BACKUP_DIR: addressOf(server),
      BACKUP_SECOND_DIR: join(folder, 'second-of-bucket'),
    })
    const said: string[] = []
    for (const days of [0, 15, 15]) {
      clock.setSystemTime(Date.now() + days * DAY)
      said.length = 0
      await backUp(config, (line) => said.push(line))
    }
    expect(said).toEqual([
      expect.stringMatching(/^Backed up/),
      expect.stringMatching(/^Old backups were not deleted: BACKUP_DIR: .* cannot be written/),
      expect.stringMatching(/^The second copy in/),
    ])
    expect(await listBases(await openBackups(config.backup.second ?? config.backup))).toHaveLength(3)
  })

  it('restores its newest base beside itself once a week and reports problems', async () => {
    const target = join(smallDisk(ENOUGH), 'looked-at')
    const clock = vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
    undo.push(() => vi.useRealTimers())
    const { config, runner } = await runInto(target)
    expect(await report(config)).toMatchObject({ verifiedAt: null, verifyProblem: null })
    clock.setSystemTime(Date.now() + DAY / 2)
    await runner.update()
    const { verifiedAt } = (await report(config)) ?? {}
    expect(verifiedAt).toEqual(expect.any(String))
    for (const name of readdirSync(join(target, 'plain/files/avatars')))
      writeFileSync(join(target, 'plain/files/avatars', name), 'other')
    clock.setSystemTime(Date.now() + 8 * DAY)
    // Start with a new base.
    await runner.update()
    await runner.update()
    expect(await report(config)).toMatchObject({
      verifiedAt,
      verifyProblem: expect.stringContaining('files/avatars/ama.avif differs from what was stored') as string,
    })
    expect(readdirSync(site.dataDir).filter((name) => name.startsWith('verifying-'))).toEqual([])
  }, 120_000)

  it('copies readable files to the second copy and names the others', async () => {
    const target = join(smallDisk(ENOUGH), 'with-a-hole')
    const { runner } = await runInto(target)
    await runner.close()
    const [picture = ''] = readdirSync(join(target, 'plain/files/avatars'))
    const path = join(target, 'plain/files/avatars', picture)
    rmSync(path)
    // Reading this link fails, like a bad sector.
    symlinkSync(path, path)
    const [first, second] = [configOf(target), configOf(join(folder, 'disk', 'second'))]
    const [from, to] = [await openBackups(first), await openBackups(second)]
    expect(await completeSecond(to, from)).toEqual([`files/avatars/${picture}`])
    expect(await listBases(to)).toEqual(await listBases(from))
  })

  it('does not disturb a parallel verification', async () => {
    const target = join(smallDisk(ENOUGH), 'looked-at-twice')
    const repository = await openBackups(configOf(target))
    const base = await makeBase(site, repository)
    const looks = [1, 2].map(() => verify(repository, base, { scratch: folder }))
    expect(await Promise.all(looks)).toMatchObject([{ files: 1 }, { files: 1 }])
  })

  it("starts no other backup while the previous one's disk is not mounted", async () => {
    const disk = smallDisk(ENOUGH)
    const { config, runner } = await runInto(join(disk, 'mounted'))
    const { baseAt } = (await report(config)) ?? {}
    renameSync(join(disk, 'mounted'), join(disk, 'away'))
    await runner.update()
    expect(await report(config)).toMatchObject({
      baseAt,
      problem: expect.stringMatching(/Is its disk mounted/) as string,
    })
    expect(filesIn(join(disk, 'mounted'))).toEqual([])
    rmSync(join(disk, 'mounted'), { recursive: true })
    renameSync(join(disk, 'away'), join(disk, 'mounted'))
    await runner.update()
    expect(await report(config)).toMatchObject({ baseAt, problem: null })
  })
})
