import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTemporaryFolder } from '#testing/temporary-folder.ts'
import { releaseReserve, ensureReserve } from './disk-reserve.ts'

const MEGABYTE = 1024 * 1024
const folder = createTemporaryFolder('sankofa-reserve-')
const disk = join(folder, 'disk')
const reserve = join(disk, 'reserve')

beforeAll(() => {
  mkdirSync(disk)
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1200m', 'tmpfs', disk])
})
afterAll(() => {
  execFileSync('umount', ['-l', disk])
  rmSync(folder, { recursive: true, force: true })
})

const resize = (megabytes: number) =>
  execFileSync('mount', ['-o', `remount,size=${megabytes}m`, 'tmpfs', disk])

it('the reserve is released on a full disk and created again later', async () => {
  expect(await releaseReserve(disk)).toBe(false)
  await ensureReserve(disk)
  expect(statSync(reserve).size).toBe(64 * MEGABYTE)
  expect(await releaseReserve(disk)).toBe(false)
  resize(80)
  expect(await releaseReserve(disk)).toBe(true)
  const { bavail, bsize } = statfsSync(disk)
  expect(bavail * bsize).toBeGreaterThan(64 * MEGABYTE)
  writeFileSync(join(disk, 'log'), Buffer.alloc(60 * MEGABYTE))
  await ensureReserve(disk)
  expect(existsSync(reserve)).toBe(false)
  expect(await releaseReserve(disk)).toBe(false)
  resize(1200)
  await ensureReserve(disk)
  expect(existsSync(reserve)).toBe(true)
})
