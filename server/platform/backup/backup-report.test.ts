import { expect, test } from 'vitest'
import { type BackupReport, backupWarnings } from './backup-report.ts'

const NOW = Date.parse('2026-11-22T08:00:00Z')
const EMBEDDED = { database: { kind: 'embedded' } } as const
const daysAgo = (days: number) => new Date(NOW - days * 24 * 60 * 60 * 1000).toISOString()

const HEALTHY: BackupReport = {
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
  backupWarnings({ ...HEALTHY, ...changes }, EMBEDDED, NOW)

test('a working backup and an external database cause no warnings', () => {
  expect(warningsOf()).toEqual([])
  const elsewhere = { database: { kind: 'url', url: 'postgres://a', directUrl: 'postgres://a' } } as const
  expect(backupWarnings(null, elsewhere, NOW)).toEqual([])
})

test('a new site causes no warnings until its first base and verification are overdue', () => {
  const none = { coveredUntil: null, baseAt: null, verifiedAt: null }
  expect(warningsOf({ ...none, since: new Date(NOW - 60_000).toISOString() })).toEqual([])
  expect(warningsOf({ ...none, since: daysAgo(3) })).toEqual([
    'Data written since the beginning cannot be restored.',
    'Newest base of the backup: none.',
  ])
})

test.each<[string, Partial<BackupReport>, string]>([
  ['a late log', { coveredUntil: daysAgo(0.01) }, 'Data written since'],
  ['an old base', { baseAt: daysAgo(3) }, 'Newest base of the backup: 2026-11-19'],
  ['no verification for weeks', { verifiedAt: daysAgo(16) }, 'The backup was last verified: 2026-11-06'],
  ['a log problem', { problem: 'BACKUP_DIR is away' }, 'BACKUP_DIR is away'],
  ['a base problem', { baseProblem: 'BACKUP_DIR is full' }, 'BACKUP_DIR is full'],
  ['a verification problem', { verifyProblem: 'The backup is not complete' }, 'The backup is not complete'],
  ['a late second copy', { secondUntil: daysAgo(2) }, 'is not in the second copy of the backup.'],
  ['a missing second copy', { secondUntil: null }, 'since the beginning is not in the second copy'],
  ['a second copy problem', { secondProblem: 'It is away' }, 'It is away'],
  ['a nearly full disk', { disk: { free: 9, size: 100 } }, 'The disk of BACKUP_DIR is nearly full.'],
  ['a copy on the same disk', { sharesDisk: true }, 'BACKUP_DIR is on the disk of DATA_DIR'],
  ['two copies on one disk', { secondSharesDisk: true }, 'BACKUP_SECOND_DIR is on the disk of BACKUP_DIR'],
])('the report warns of %s', (_, changes, warning) => {
  expect(warningsOf(changes)).toEqual([expect.stringContaining(warning)])
})

test('a missing backup causes a warning', () => {
  expect(backupWarnings(null, EMBEDDED, NOW)).toEqual(['Nothing is backed up: BACKUP_DIR is not set.'])
})
