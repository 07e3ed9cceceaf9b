import { spotOf, segmentBefore } from '#server/platform/backup/log/log-segments.ts'
import { findBases, type Manifest } from '#server/platform/backup/base/manifest.ts'
import { followingSegments } from '#server/platform/backup/restore/unpack-base.ts'
import type { ChosenBackup } from './chosen-backup.ts'
import { megabytes } from './words.ts'

const rowsOf = ({ counted }: Manifest) => Object.values(counted.tables).reduce((sum, count) => sum + count, 0)

/**
 * Describes whether every moment between this base and the next can be restored, or how far the log continues
 * after the newest.
 */
function reach(segments: string[], next: Manifest | undefined, coveredUntil: string | undefined): string {
  if (!next) return `every moment since, ${coveredUntil ? `up to ${coveredUntil}` : 'to the end of the log'}`
  const wanted = spotOf(segmentBefore(next.start))
  if (segments.some((name) => spotOf(name) >= wanted)) return 'every moment until the next'
  // The log's last part before a base arrives within seconds.
  return coveredUntil && coveredUntil < next.startedAt
    ? `every moment up to ${coveredUntil} so far`
    : 'a gap in the log before the next'
}

/** Lists the bases that can be restored, oldest first. */
export async function listBackups(
  { repository, coveredUntil, explainNothing }: ChosenBackup,
  say: (line: string) => void,
): Promise<void> {
  const bases: Manifest[] = []
  for await (const base of findBases(repository, { note: say })) bases.unshift(base)
  if (bases.length === 0) throw await explainNothing()
  for (const [index, base] of bases.entries()) {
    const segments = await followingSegments(repository, base)
    say(
      `${base.counted.at}  ${rowsOf(base)} rows, ${megabytes(base.database.bytes)}, ${base.files.count} files; ${reach(segments, bases[index + 1], coveredUntil)}`,
    )
  }
}
