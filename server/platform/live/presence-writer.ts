import type { Database } from '#server/platform/db/connect.ts'
import type { Log } from '#server/platform/process/log.ts'
import { deletePresences, insertPresences, USERS_PER_BATCH } from './queries.ts'

interface WriterDeps {
  db: Database
  processId: string
  log: Log
  isConnected: (userId: string) => boolean
}

/**
 * Updates this process's rows as its users connect and disconnect, one batch after the other, so that the last change
 * wins.
 */
export function presenceWriter({ db, processId, log, isConnected }: WriterDeps) {
  /** Users with a row in the database. */
  const written = new Set<string>()
  const changed = new Set<string>()
  let writing: Promise<void> | undefined

  async function writeBatch(batch: string[]) {
    const entering = batch.filter((userId) => isConnected(userId) && !written.has(userId))
    const leaving = batch.filter((userId) => !isConnected(userId) && written.has(userId))
    if (entering.length > 0) await insertPresences(db, processId, entering)
    for (const userId of entering) written.add(userId)
    if (leaving.length > 0) await deletePresences(db, processId, leaving)
    for (const userId of leaving) written.delete(userId)
  }

  async function writeAll() {
    while (changed.size > 0) {
      const batch = [...changed].slice(0, USERS_PER_BATCH)
      for (const userId of batch) changed.delete(userId)
      try {
        await writeBatch(batch)
      } catch (error) {
        log.warn({ err: error }, 'presence could not be written and will be retried at the next heartbeat')
        for (const userId of batch) changed.add(userId)
        return
      }
    }
  }

  function write() {
    writing ??= writeAll().finally(() => (writing = undefined))
  }

  return {
    changed(userId: string) {
      changed.add(userId)
      write()
    },
    /** Retries changes that an earlier call could not write. */
    write,
    /** Marks all users to be written again after the rows in the database were deleted. */
    rewriteAll(userIds: Iterable<string>) {
      written.clear()
      for (const userId of userIds) changed.add(userId)
    },
    /** Resolves once nothing is being written. */
    async settled() {
      await writing
    },
  }
}
