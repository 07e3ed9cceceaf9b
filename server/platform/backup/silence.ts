import type { Repository } from '#server/platform/backup/repository/repository.ts'

/** A file of the log has 16 MB, which takes minutes on a slow line. */
const SILENT_MILLISECONDS = 5 * 60_000

/** Detects that a folder on another machine does not answer, so that the current step never ends. */
export function detectSilence() {
  /** Time when the current step last stored a file; Infinity between steps. */
  let progressAt = Infinity
  return {
    async during(step: () => Promise<void>): Promise<void> {
      progressAt = Date.now()
      await step()
      progressAt = Infinity
    },
    observe: (repository: Repository): Repository => ({
      ...repository,
      async put(name, content) {
        const written = await repository.put(name, content)
        if (progressAt !== Infinity) progressAt = Date.now()
        return written
      },
    }),
    isLong: () => Date.now() - progressAt >= SILENT_MILLISECONDS,
  }
}
