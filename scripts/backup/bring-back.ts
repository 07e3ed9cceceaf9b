import { join } from 'node:path'
import type { Config } from '#server/config/config.ts'
import { listFormerFolders } from '#server/moderation/administration/former-folders.ts'
import { openStorage } from '#server/platform/storage/open-storage.ts'
import { NoBase, restore } from '#server/platform/backup/restore/restore.ts'
import { describeMoment, momentOf } from './moment-of.ts'
import { type ChosenBackup, openCopies } from './chosen-backup.ts'
import { megabytes } from './words.ts'

/** Restores DATA_DIR to a moment or to its last state. */
export async function bringBack(
  config: Config,
  { chosen: { repository, explainNothing }, to }: { chosen: ChosenBackup; to?: string | undefined },
  say: (line: string) => void,
): Promise<void> {
  const { dataDir, site } = config
  const moment = to === undefined ? undefined : momentOf(to, { timeZone: site.timeZone })
  if (moment && to) say(`Restoring to ${describeMoment(to, moment, site.timeZone)}`)
  const bucket = config.storage.kind === 's3' ? await openStorage(config.storage, dataDir) : undefined
  const branches = await openCopies(config, say)
  const restored = await restore(repository, { dataDir, bucket, to: moment, branches, report: say }).catch(
    async (error: unknown) => {
      throw error instanceof NoBase && error.isEmpty ? await explainNothing() : error
    },
  )
  if (restored.former) say(`The previous content of ${dataDir} is now in ${restored.former}.`)
  if (restored.damaged.length > 0) {
    say('Damaged in the backup and not restored:')
    for (const line of restored.damaged) say(`  ${line}`)
  }
  for (const { name, bytes } of await listFormerFolders(dataDir))
    say(
      `${join(dataDir, name)} takes ${bytes === null ? 'an unknown size' : megabytes(bytes)}; delete it when you no longer need it.`,
    )
  say(`Restored to ${restored.endsAt.toISOString()}, with ${restored.files} files. npm start opens the site.`)
}
