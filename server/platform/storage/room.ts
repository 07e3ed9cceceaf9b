import type { StatsFs } from 'node:fs'

/** Below this the database cannot switch its log (16 MB a file) while some uploads are on their way. */
const LEAST_BYTES = 64 * 1024 * 1024

export const hasRoom = ({ bavail, bsize }: Pick<StatsFs, 'bavail' | 'bsize'>): boolean =>
  bavail * bsize >= LEAST_BYTES
