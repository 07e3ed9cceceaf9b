import type { Repository } from '#server/platform/backup/repository/repository.ts'

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
    heed: (repository: Repository): Repository => ({
      ...repository,
      async put(name, content) {
        const written = await repository.put(name, content)
        if (repliedAt !== Infinity) repliedAt = Date.now()
        return written
      },
    }),
    isLong: () => Date.now() - repliedAt >= SILENT_MILLISECONDS,
  }
}
