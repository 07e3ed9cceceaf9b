import type { Database } from '#server/db/connect.ts'
import type { Log } from '#server/log.ts'
import { deletePresences, insertPresences, PEOPLE_AT_ONCE } from './queries.ts'

interface WriterParts {
  db: Database
  processId: string
  log: Log
  isHere: (personId: string) => boolean
}

/** Keeps this process's rows as its people come and go: one batch after the other, so that the last word wins. */
export function presenceWriter({ db, processId, log, isHere }: WriterParts) {
  /** Whose row stands in the database. */
  const written = new Set<string>()
  const changed = new Set<string>()
  let writing: Promise<void> | undefined

  async function writeBatch(batch: string[]) {
    const entering = batch.filter((personId) => isHere(personId) && !written.has(personId))
    const leaving = batch.filter((personId) => !isHere(personId) && written.has(personId))
    if (entering.length > 0) await insertPresences(db, processId, entering)
    for (const personId of entering) written.add(personId)
    if (leaving.length > 0) await deletePresences(db, processId, leaving)
    for (const personId of leaving) written.delete(personId)
  }

  async function writeAll() {
    while (changed.size > 0) {
      const batch = [...changed].slice(0, PEOPLE_AT_ONCE)
      for (const personId of batch) changed.delete(personId)
      try {
        await writeBatch(batch)
      } catch (error) {
        log.warn({ err: error }, 'presence is written at the next beat')
        for (const personId of batch) changed.add(personId)
        return
      }
    }
  }

  function write() {
    writing ??= writeAll().finally(() => (writing = undefined))
  }

  return {
    changed(personId: string) {
      changed.add(personId)
      write()
    },
    /** What an earlier call could not write. */
    write,
    /** Nothing stands in the database any more. */
    startAnew(personIds: Iterable<string>) {
      written.clear()
      for (const personId of personIds) changed.add(personId)
    },
    /** Resolves once nothing is being written. */
    async settled() {
      await writing
    },
  }
}
