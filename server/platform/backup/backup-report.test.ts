import { expect, test } from 'vitest'
import { type BackupReport, backupWarnings } from './backup-report.ts'

const NOW = Date.parse('2026-11-22T08:00:00Z')
const EMBEDDED = { database: { kind: 'embedded' } } as const
const daysAgo = (days: number) => new Date(NOW - days * 24 * 60 * 60 * 1000).toISOString()

const WELL: BackupReport = {
  coveredUntil: new Date(NOW - 20_000).toISOString(),
  baseAt: daysAgo(1),
  verifiedAt: daysAgo(6),
  problem: null,
  baseProblem: null,
  verifyProblem: null,
  secondUntil: undefined,
  secondProblem: null,
  disk: { free: 50, size: 100 },
  sharesDisk: false,
  secondSharesDisk: false,
  since: daysAgo(100),
}

const warningsOf = (changes: Partial<BackupReport> = {}) =>
  backupWarnings({ ...WELL, ...changes }, EMBEDDED, NOW)

test('a backup that works has none, nor has a database elsewhere', () => {
  expect(warningsOf()).toEqual([])
  const elsewhere = { database: { kind: 'url', url: 'postgres://a', directUrl: 'postgres://a' } } as const
  expect(backupWarnings(null, elsewhere, NOW)).toEqual([])
})

test('a new site has time for its first base and look', () => {
  const none = { coveredUntil: null, baseAt: null, verifiedAt: null }
  expect(warningsOf({ ...none, since: new Date(NOW - 60_000).toISOString() })).toEqual([])
  expect(warningsOf({ ...none, since: daysAgo(3) })).toEqual([
    'What was written since the beginning cannot be restored.',
    'Newest base of the backup: none.',
  ])
})

test.each<[string, Partial<BackupReport>, string]>([
  ['a log that is behind', { coveredUntil: daysAgo(0.01) }, 'What was written since'],
  ['an old base', { baseAt: daysAgo(3) }, 'Newest base of the backup: 2026-11-19'],
  ['no look for weeks', { verifiedAt: daysAgo(16) }, 'The backup was last verified: 2026-11-06'],
  ['what keeps the log', { problem: 'BACKUP_DIR is away' }, 'BACKUP_DIR is away'],
  ['what keeps a base', { baseProblem: 'BACKUP_DIR is full' }, 'BACKUP_DIR is full'],
  ['what a look found', { verifyProblem: 'The backup is not whole' }, 'The backup is not whole'],
  ['a second copy that is behind', { secondUntil: daysAgo(2) }, 'is not in the second copy of the backup.'],
  ['a second copy that never was', { secondUntil: null }, 'since the beginning is not in the second copy'],
  ['what keeps the second copy', { secondProblem: 'It is away' }, 'It is away'],
  ['a disk that fills', { disk: { free: 9, size: 100 } }, 'The disk of BACKUP_DIR is nearly full.'],
  ['a copy on the same disk', { sharesDisk: true }, 'BACKUP_DIR lies on the disk of DATA_DIR'],
  ['two copies on one disk', { secondSharesDisk: true }, 'BACKUP_SECOND_DIR lies on the disk of BACKUP_DIR'],
])('names %s', (_, changes, warning) => {
  expect(warningsOf(changes)).toEqual([expect.stringContaining(warning)])
})

test('no backup at all is one', () => {
  expect(backupWarnings(null, EMBEDDED, NOW)).toEqual(['Nothing is backed up: BACKUP_DIR is not set.'])
})
