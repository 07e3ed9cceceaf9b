import type { Config } from '#server/config/config.ts'
import { openStorage } from '#server/platform/storage/open-storage.ts'
import { explainNothing, openBackups } from '#server/platform/backup/depot.ts'
import { NoBase, restore } from '#server/platform/backup/restore.ts'
import { refuseElsewhere } from './elsewhere.ts'
import { momentOf } from './moment-of.ts'

/** DATA_DIR as it was at a moment, or as it was last. */
export async function bringBack(
  config: Config,
  to: string | undefined,
  say: (line: string) => void,
): Promise<void> {
  await refuseElsewhere(config)
  const { dataDir, backup, site } = config
  const moment = to === undefined ? undefined : momentOf(to, site.timeZone)
  const depot = await openBackups(backup)
  const bucket = config.storage.kind === 's3' ? await openStorage(config.storage, dataDir) : undefined
  const restored = await restore(depot, { dataDir, bucket, to: moment, report: say }).catch(
    async (error: unknown) => {
      throw error instanceof NoBase && error.isEmpty ? await explainNothing(backup) : error
    },
  )
  if (restored.former) say(`What was in ${dataDir} lies in ${restored.former} now.`)
  if (restored.damaged.length > 0) {
    say('Damaged in the backup, and left out:')
    for (const line of restored.damaged) say(`  ${line}`)
  }
  say(`Restored to ${restored.endsAt.toISOString()}, with ${restored.files} files. npm start opens the site.`)
}
