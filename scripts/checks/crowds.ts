import { posix } from 'node:path'
import type { Violation } from './import-walls.ts'

/** Highest number of code files in a folder, without tests, that is easy to read. */
const MOST_FILES = 25

/** Folders that should be divided by topic. */
export function findCrowds(paths: readonly string[]): Violation[] {
  const folders = Map.groupBy(
    paths.filter((path) => !/\.test\.tsx?$/.test(path)),
    (path) => posix.dirname(path),
  )
  return [...folders]
    .filter(([folder, files]) => folder !== '.' && files.length > MOST_FILES)
    .map(([folder, files]) => ({
      path: folder,
      line: 0,
      wall: 'crowded-folder',
      message: `${files.length} files: divide it by topic, ${MOST_FILES} files at most.`,
    }))
}
