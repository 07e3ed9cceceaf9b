import { expect, test } from 'vitest'
import { checksumProblems, parseChecksums, withNewChecksums } from './migration-checksums.ts'

const listed = parseChecksums('aa  0001_stalls.sql\r\nbb  0002_more.sql\n')
const files = (...entries: [string, string][]) => new Map(entries)

test('a changed or missing file is reported with the remedy', () => {
  expect(checksumProblems(listed, files(['0001_stalls.sql', 'aa'], ['0002_more.sql', 'bb']))).toEqual([])
  expect(checksumProblems(listed, files(['0001_stalls.sql', 'a1'], ['0003_new.sql', 'cc']))).toEqual([
    expect.stringMatching(/^0001_stalls\.sql was changed, .*put the change into a new migration/),
    expect.stringMatching(/^0002_more\.sql is missing, .*restore it/),
  ])
})

test('a new file is added by name, and existing lines stay', () => {
  const found = files(['0001_stalls.sql', 'changed'], ['0002_more.sql', 'bb'], ['0001_a.sql', 'cc'])
  expect(withNewChecksums(listed, found)).toBe('cc  0001_a.sql\naa  0001_stalls.sql\nbb  0002_more.sql\n')
})
