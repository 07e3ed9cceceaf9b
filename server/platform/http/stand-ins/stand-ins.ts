import { join } from 'node:path'
import { STALE_SECONDS_MAX } from '#contract/rendering/served-stale.ts'
import { openStandInFiles, type NewStandIn, type StandIn } from './stand-in-files.ts'
import { createTakedowns } from './takedowns.ts'

/** Old public content that is shown while current content cannot be loaded. */
export type StandIns = ReturnType<typeof openStandIns>

interface StandInOptions {
  maxAgeMs?: number
  /** Folder of the site that all processes on this machine share; if undefined, stand-ins are only in memory. */
  dataDir?: string
  now?: () => number
}

export function openStandIns(options: StandInOptions = {}) {
  const { maxAgeMs = STALE_SECONDS_MAX * 1000, dataDir, now = Date.now } = options
  const folder = dataDir && join(dataDir, 'stand-ins')
  const files = folder === undefined ? undefined : openStandInFiles(join(folder, 'content'), maxAgeMs, now)
  const takedowns = createTakedowns(folder, now)
  const isUsable = ({ loadedAt, keys }: Pick<StandIn, 'loadedAt' | 'keys'>) =>
    now() - loadedAt < maxAgeMs && !takedowns.concern(keys, loadedAt)
  return {
    takedowns,
    store: (key: string, standIn: NewStandIn) => files?.store(key, standIn),
    forget: (key: string) => files?.forget(key),
    /** Finds usable content on the disk. */
    async find(key: string): Promise<StandIn | undefined> {
      const found = await files?.find(key)
      return found && isUsable(found) ? found : undefined
    },
    /** True if content is young enough and was not taken down. */
    isUsable,
    close: () => files?.close(),
  }
}
