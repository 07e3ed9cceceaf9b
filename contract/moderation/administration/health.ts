import * as z from 'zod/mini'

const Queue = z.object({
  kind: z.string(),
  /** Could run now. */
  due: z.int(),
  /** Wait for their time or for the next try. */
  later: z.int(),
  active: z.int(),
  oldestSeconds: z.number(),
})

const SlowQuery = z.object({
  /** Verb, table and fingerprint, such as 'select products 3f9a1c'; the log has the text under this name. */
  name: z.string(),
  count: z.int(),
  longestMs: z.number(),
  lastAt: z.string(),
})

const MetLimit = z.object({
  /** The call in the contract, or what else was refused. */
  route: z.string(),
  code: z.string(),
  count: z.int(),
})

const Backup = z.object({
  /** Everything up to then can be restored; null while nothing can. */
  coveredUntil: z.nullable(z.string()),
  /** The same of the second copy, where there is one. */
  secondUntil: z.optional(z.nullable(z.string())),
  /** When the newest whole copy was begun. */
  baseAt: z.nullable(z.string()),
  /** When a whole copy was last restored beside the site and found whole. */
  verifiedAt: z.nullable(z.string()),
})

const Table = z.object({ name: z.string(), bytes: z.number() })

export const SiteHealth = z.object({
  /** What keeps the process from serving everything, in words. */
  problems: z.array(z.string()),
  /** Warnings for an operator while the site serves everything, in words. */
  warnings: z.array(z.string()),
  /** Of the process that answered, as are slow queries and limits. */
  process: z.object({
    version: z.string(),
    node: z.string(),
    startedAt: z.string(),
    memoryBytes: z.number(),
  }),
  database: z.object({
    version: z.string(),
    /** The newest one that was applied. */
    migration: z.string(),
    bytes: z.number(),
    /** The largest ones with their indexes. */
    tables: z.array(Table),
  }),
  /** Of DATA_DIR; null where it cannot be read. */
  disk: z.nullable(z.object({ freeBytes: z.number(), bytes: z.number() })),
  /** Folders that restores moved aside in DATA_DIR; bytes are null where they may not be read. */
  formerFolders: z.array(z.object({ name: z.string(), bytes: z.nullable(z.number()) })),
  /** About how many listings have. */
  photos: z.int(),
  /** Null where the site keeps none by itself. */
  backup: z.nullable(Backup),
  queues: z.array(Queue),
  /** Jobs that were given up. */
  failedJobs: z.int(),
  slowQueries: z.array(SlowQuery),
  metLimits: z.array(MetLimit),
})
export type SiteHealth = z.output<typeof SiteHealth>
