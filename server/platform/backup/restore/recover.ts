import { type EmbeddedPostgres, startEmbedded } from '#server/platform/db/embedded/embedded.ts'
import { BootError } from '#server/platform/process/boot-error.ts'
import { selectRow, withAdmin } from '#server/platform/backup/base/admin-connection.ts'
import { marketUrl } from '#server/platform/backup/base/base.ts'
import { LOG_FOLDER } from './unpack-base.ts'

/** Where recovery ends; without any, with the log. */
type Target = { time: Date } | { point: string } | undefined

/** Recovery is read from the command line, so that nothing of it stays in the database's folder. */
const RECOVERY = {
  archive_mode: 'off',
  // The server's own folder is where the command runs.
  restore_command: `cp ../${LOG_FOLDER}/%f %p`,
  recovery_target_timeline: 'current',
  // Ready is then what has recovered, not what can be read meanwhile.
  hot_standby: 'off',
}

/** As PostgreSQL reads a moment. */
const asTimestamp = (time: Date) => time.toISOString().replace('T', ' ').replace('Z', '+00')

function targetSettings(target: Target): Record<string, string> {
  if (!target) return {}
  if ('time' in target)
    return { recovery_target_time: asTimestamp(target.time), recovery_target_action: 'promote' }
  return { recovery_target_name: target.point, recovery_target_action: 'promote' }
}

/** Starts what was unpacked in `folder`, which then takes what the log holds up to the target. */
export async function recover(
  folder: string,
  target: Target,
  settings: Record<string, string> = {},
): Promise<EmbeddedPostgres> {
  const all = { ...RECOVERY, ...settings }
  try {
    return await startEmbedded({
      dataDir: folder,
      settings: { ...RECOVERY, ...targetSettings(target), ...settings },
    })
  } catch (error) {
    // Nobody wrote after that moment: the log's end is the state of then.
    const isShort =
      error instanceof BootError && /ended before configured recovery target/.test(error.message)
    if (!isShort || (target && 'point' in target)) throw error
    return startEmbedded({ dataDir: folder, settings: all })
  }
}

/** When the newest transaction that is back was written. */
export async function newestWrite(adminUrl: string): Promise<Date | undefined> {
  const statement = 'select pg_last_xact_replay_timestamp() as at'
  const { at } = await withAdmin(marketUrl(adminUrl), (client) =>
    selectRow<{ at: Date | null }>(client, statement),
  )
  return at ? new Date(at) : undefined
}
