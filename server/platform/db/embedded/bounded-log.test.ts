import {
  closeSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { boundLog, LOG_LIMIT_BYTES } from './bounded-log.ts'

let folder: string
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'sankofa-log-'))))
afterEach(() => rmSync(folder, { recursive: true }))

test('a log above the limit is emptied under its writer and moved to a second file', () => {
  const file = join(folder, 'postgres.log')
  boundLog(file)
  const writer = openSync(file, 'a')
  writeSync(writer, 'x'.repeat(LOG_LIMIT_BYTES))
  boundLog(file)
  expect(statSync(file).size).toBe(LOG_LIMIT_BYTES)
  writeSync(writer, 'the last line\n')
  boundLog(file)
  writeSync(writer, 'the next line\n')
  closeSync(writer)
  expect(readFileSync(file, 'utf8')).toBe('the next line\n')
  expect(readFileSync(`${file}.old`, 'utf8')).toMatch(/the last line\n$/)
})

test('a log far above the limit keeps its newest lines', () => {
  const file = join(folder, 'postgres.log')
  writeFileSync(file, `${'x'.repeat(3 * LOG_LIMIT_BYTES)}the last line\n`)
  boundLog(file)
  expect(statSync(file).size).toBe(0)
  const former = readFileSync(`${file}.old`, 'utf8')
  expect(former).toMatch(/the last line\n$/)
  expect(former.length).toBeLessThanOrEqual(LOG_LIMIT_BYTES)
})
