import * as z from 'zod/mini'

const Queue = z.object({
  kind: z.string(),
  /** Jobs that could run now. */
  due: z.int(),
  /** Jobs that wait for their time or for the next attempt. */
  later: z.int(),
  active: z.int(),
  oldestSeconds: z.number(),
})

const SlowQuery = z.object({
  /**
   * Verb, table and fingerprint, such as 'select products 3f9a1c'; the log has the statement under this name.
   */
  name: z.string(),
  count: z.int(),
  longestMs: z.number(),
  lastAt: z.string(),
})

const MetLimit = z.object({
  /** The call in the contract, or whatever else was refused. */
  route: z.string(),
  code: z.string(),
  count: z.int(),
})

const Backup = z.object({
  /** Everything up to then can be restored; null while nothing can. */
  coveredUntil: z.nullable(z.string()),
  /** The same for the second copy, if there is one. */
  secondUntil: z.optional(z.nullable(z.string())),
  /** Start of the newest base backup. */
  baseAt: z.nullable(z.string()),
  /** Time of the last base backup that was restored beside the site and verified. */
  verifiedAt: z.nullable(z.string()),
})

const Table = z.object({ name: z.string(), bytes: z.number() })

export const SiteHealth = z.object({
  /** Problems that keep the process from serving everything, as sentences. */
  problems: z.array(z.string()),
  /** Warnings for an operator while the site serves everything, as sentences. */
  warnings: z.array(z.string()),
  /** The process that answered, which also reports the slow queries and limits. */
  process: z.object({
    version: z.string(),
    node: z.string(),
    startedAt: z.string(),
    memoryBytes: z.number(),
  }),
  database: z.object({
    version: z.string(),
    /** The newest applied migration. */
    migration: z.string(),
    bytes: z.number(),
    /** The largest tables, including their indexes. */
    tables: z.array(Table),
  }),
  /** Disk of DATA_DIR; null if it cannot be read. */
  disk: z.nullable(z.object({ freeBytes: z.number(), bytes: z.number() })),
  /** Folders that restores moved aside in DATA_DIR; bytes are null if they cannot be read. */
  formerFolders: z.array(z.object({ name: z.string(), bytes: z.nullable(z.number()) })),
  /** Estimated number of photos in listings. */
  photos: z.int(),
  /** Null if the site does not run its own backup. */
  backup: z.nullable(Backup),
  queues: z.array(Queue),
  /** Number of failed jobs. */
  failedJobs: z.int(),
  slowQueries: z.array(SlowQuery),
  metLimits: z.array(MetLimit),
})
export type SiteHealth = z.output<typeof SiteHealth>
