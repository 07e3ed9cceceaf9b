import type { StatsFs } from 'node:fs'

/**
 * Free space below which uploads are refused; the database's log (16 MB a file) and the 64 MB reserve need the rest.
 */
const LEAST_BYTES = 160 * 1024 * 1024

export const hasFreeSpace = ({ bavail, bsize }: Pick<StatsFs, 'bavail' | 'bsize'>): boolean =>
  bavail * bsize >= LEAST_BYTES
