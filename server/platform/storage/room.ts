import type { StatsFs } from 'node:fs'

/** Below this uploads wait: the rest is for the database's log (16 MB a file), with the reserve that is given up at last. */
const LEAST_BYTES = 160 * 1024 * 1024

export const hasRoom = ({ bavail, bsize }: Pick<StatsFs, 'bavail' | 'bsize'>): boolean =>
  bavail * bsize >= LEAST_BYTES
