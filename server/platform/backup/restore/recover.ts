import { type EmbeddedPostgres, startEmbedded } from '#server/platform/db/embedded/embedded.ts'
import { BootError } from '#server/platform/process/boot-error.ts'
import { selectRow, withAdmin } from '#server/platform/backup/base/admin-connection.ts'
import { marketUrl } from '#server/platform/backup/base/base.ts'
import { LOG_FOLDER } from './unpack-base.ts'

/** End of the recovery; the end of the log if undefined. */
type Target = { time: Date } | { point: string } | undefined

/** These settings are passed on the command line, so that none of them stay in the database's folder. */
const RECOVERY = {
  archive_mode: 'off',
  // The server runs the command in its own folder.
  restore_command: `cp ../${LOG_FOLDER}/%f %p`,
  recovery_target_timeline: 'current',
  // The server then counts as ready only after the recovery.
  hot_standby: 'off',
}

/** A moment in PostgreSQL's format. */
const asTimestamp = (time: Date) => time.toISOString().replace('T', ' ').replace('Z', '+00')

function targetSettings(target: Target): Record<string, string> {
  if (!target) return {}
  if ('time' in target)
    return { recovery_target_time: asTimestamp(target.time), recovery_target_action: 'promote' }
  return { recovery_target_name: target.point, recovery_target_action: 'promote' }
}

/** Starts the database unpacked in `folder`, which then replays the log up to the target. */
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
    // Nobody wrote after that moment, so the end of the log is the state at that moment.
    const isShort =
      error instanceof BootError && /ended before configured recovery target/.test(error.message)
    if (!isShort || (target && 'point' in target)) throw error
    return startEmbedded({ dataDir: folder, settings: all })
  }
}

/** Time of the newest restored transaction. */
export async function newestWrite(adminUrl: string): Promise<Date | undefined> {
  const statement = 'select pg_last_xact_replay_timestamp() as at'
  const { at } = await withAdmin(marketUrl(adminUrl), (client) =>
    selectRow<{ at: Date | null }>(client, statement),
  )
  return at ? new Date(at) : undefined
}
