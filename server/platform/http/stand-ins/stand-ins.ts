import { join } from 'node:path'
import { STALE_SECONDS_MAX } from '#contract/rendering/served-stale.ts'
import { openStandInFiles, type StandIn, type StandInFiles } from './stand-in-files.ts'
import { createTakedowns, type Takedowns } from './takedowns.ts'

/** Public content that stands in while it cannot be loaded. */
export interface StandIns {
  takedowns: Takedowns
  store: StandInFiles['store']
  forget: StandInFiles['forget']
  /** Content on the disk that may stand in. */
  find(key: string): Promise<StandIn | undefined>
  /** Whether content is young enough and was not taken down. */
  isUsable(standIn: Pick<StandIn, 'loadedAt' | 'keys'>): boolean
  close(): void
}

interface StandInOptions {
  maxAgeMs?: number
  /** Folder of the site that all processes on this machine share; without it stand-ins are in memory alone. */
  dataDir?: string
  now?: () => number
}

export function openStandIns(options: StandInOptions = {}): StandIns {
  const { maxAgeMs = STALE_SECONDS_MAX * 1000, dataDir, now = Date.now } = options
  const folder = dataDir && join(dataDir, 'stand-ins')
  const files = folder === undefined ? undefined : openStandInFiles(join(folder, 'content'), maxAgeMs, now)
  const takedowns = createTakedowns(folder, now)
  const isUsable = ({ loadedAt, keys }: Pick<StandIn, 'loadedAt' | 'keys'>) =>
    now() - loadedAt < maxAgeMs && !takedowns.concern(keys, loadedAt)
  return {
    takedowns,
    store: (key, standIn) => files?.store(key, standIn),
    forget: (key) => files?.forget(key),
    async find(key) {
      const found = await files?.find(key)
      return found && isUsable(found) ? found : undefined
    },
    isUsable,
    close: () => files?.close(),
  }
}
