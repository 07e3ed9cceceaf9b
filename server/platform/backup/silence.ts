import type { Depot } from '#server/platform/backup/depot/depot.ts'

/** A file of the log has 16 MB; a slow line takes minutes for it. */
const SILENT_MILLISECONDS = 5 * 60_000

/** A folder on another machine may answer nothing at all, so that a step never ends. */
export function silenceOf() {
  /** When the step under way last brought something there; without one there is nothing to wait for. */
  let repliedAt = Infinity
  return {
    async during(step: () => Promise<void>): Promise<void> {
      repliedAt = Date.now()
      await step()
      repliedAt = Infinity
    },
    heed: (depot: Depot): Depot => ({
      ...depot,
      async put(name, content) {
        const written = await depot.put(name, content)
        if (repliedAt !== Infinity) repliedAt = Date.now()
        return written
      },
    }),
    isLong: () => Date.now() - repliedAt >= SILENT_MILLISECONDS,
  }
}
