import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createTemporaryFolder } from '#testing/temporary-folder.ts'
import { refuseInterrupted } from '#server/platform/db/embedded/interrupted-restore.ts'
import { putInPosition, undoInterruptedMove, tryMoves } from './moves.ts'

let dataDir: string
const at = (name: string) => join(dataDir, name)
const says = (name: string) => readFileSync(at(name), 'utf8')

beforeEach(() => {
  dataDir = createTemporaryFolder('sankofa-moves-')
  for (const folder of ['postgres', 'photos', 'lost+found', 'restoring-1/postgres'])
    mkdirSync(at(folder), { recursive: true })
  writeFileSync(at('postgres/PG_VERSION'), 'former')
  writeFileSync(at('postgres.log'), 'former')
  writeFileSync(at('restoring-1/postgres/PG_VERSION'), 'restored')
  writeFileSync(at('restoring-1/secret.key'), 'restored')
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

const BEFORE = ['lost+found', 'photos', 'postgres', 'postgres.log', 'restoring-1']

it('a restore moves aside only the files of the site', async () => {
  await tryMoves(dataDir)
  expect(readdirSync(dataDir).toSorted()).toEqual(BEFORE)
  const former = (await putInPosition(dataDir, at('restoring-1'))) ?? ''
  expect(readdirSync(former).toSorted()).toEqual(['photos', 'postgres', 'postgres.log'])
  expect(says('postgres/PG_VERSION')).toBe('restored')
  expect(says('secret.key')).toBe('restored')
  expect(readdirSync(at('lost+found'))).toEqual([])
  expect(() => refuseInterrupted(dataDir)).not.toThrow()
})

it.each([0, 1, 2, 3, 4, 5])('an interrupted restore is undone after %i moves', async (moved) => {
  mkdirSync(at('before-restore-1'))
  const steps = [
    ['postgres', 'before-restore-1/postgres'],
    ['photos', 'before-restore-1/photos'],
    ['postgres.log', 'before-restore-1/postgres.log'],
    ['restoring-1/postgres', 'postgres'],
    ['restoring-1/secret.key', 'secret.key'],
  ] as const
  for (const [from, to] of steps.slice(0, moved)) renameSync(at(from), at(to))
  const move = { former: 'before-restore-1', ready: 'restoring-1', restored: ['postgres', 'secret.key'] }
  writeFileSync(at('restore-under-way'), JSON.stringify(move))
  expect(() => refuseInterrupted(dataDir)).toThrow('Run npm run restore again')
  expect(await undoInterruptedMove(dataDir)).toBe(true)
  expect(readdirSync(dataDir).toSorted()).toEqual(BEFORE)
  expect(says('postgres/PG_VERSION')).toBe('former')
  expect(says('restoring-1/postgres/PG_VERSION')).toBe('restored')
  expect(await undoInterruptedMove(dataDir)).toBe(false)
})
