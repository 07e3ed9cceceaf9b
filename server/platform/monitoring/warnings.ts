import type { Config } from '#server/config/config.ts'
import { backupWarnings, readBackupReport } from '#server/platform/backup/backup-report.ts'
import { within } from '#server/platform/concurrency/within.ts'
import type { Database } from '#server/platform/db/connect.ts'
import type { Replicas } from '#server/platform/db/replicas/read-routes.ts'
import { PURGE_CDN } from '#server/platform/http/cdn/purging.ts'
import { countFailedJobs, countRetriedJobs } from '#server/platform/jobs/queue-figures.ts'
import { describeDeaths } from '#server/platform/process/deaths.ts'

/** Maximum wait for a cause, shorter than that of a scrape or a roll call. */
const TIMEOUT_MILLISECONDS = 1_000

export interface SiteFacts {
  config: Pick<Config, 'backup' | 'dataDir' | 'database'>
  db: Database
}

export interface ProcessFacts {
  replicas: Pick<Replicas, 'states'>
  /** Also true if the site has no Redis. */
  redisAnswers: () => Promise<boolean>
}

/** Causes that are the same for every process, and for commands beside them. */
const SITE_CAUSES = {
  backup: async ({ config }: SiteFacts) => backupWarnings(await readBackupReport(config), config),
  deaths: async ({ config }: SiteFacts) => describeDeaths(config.dataDir),
  purges: async ({ db }: SiteFacts) => {
    const count = await countRetriedJobs(db, PURGE_CDN.name)
    return count === 0
      ? []
      : [`The CDN refuses purges: ${count} are being retried, and changes appear up to 90 seconds late.`]
  },
  jobs: async ({ db }: SiteFacts) => {
    const count = await countFailedJobs(db)
    return count === 0 ? [] : [`Failed jobs: ${count}. /moderation/jobs and npm run admin -- jobs list them.`]
  },
}

/** Causes that each process checks for itself. */
const PROCESS_CAUSES = {
  redis: async ({ redisAnswers }: ProcessFacts) =>
    (await redisAnswers())
      ? []
      : ['Redis does not answer: live events between processes are late, and the database counts limits.'],
  replicas: async ({ replicas }: ProcessFacts) =>
    replicas
      .states()
      .flatMap(({ name, isUsable, problem }) =>
        isUsable ? [] : [`The read replica ${name} is not used: ${problem ?? 'it is behind'}.`],
      ),
}

export type Cause = keyof typeof SITE_CAUSES | keyof typeof PROCESS_CAUSES
/** Causes that need an operator although the site serves everything. Each is in the metrics and has an alert. */
export const CAUSES = [...Object.keys(SITE_CAUSES), ...Object.keys(PROCESS_CAUSES)] as Cause[]

export interface Warnings {
  cause: Cause
  /** Empty while all is well. */
  lines: string[]
}

const findBy =
  <Facts>(causes: Record<string, (facts: Facts) => Promise<string[]>>) =>
  async (facts: Facts): Promise<Warnings[]> => {
    const found = await Promise.all(
      Object.entries(causes).map(async ([cause, find]) => ({
        cause: cause as Cause,
        lines: await within(
          TIMEOUT_MILLISECONDS,
          find(facts).catch(() => undefined),
          undefined,
        ),
      })),
    )
    return found.flatMap(({ cause, lines }) => (lines ? [{ cause, lines }] : []))
  }

/** Leaves out causes that cannot be checked, for example because the database is unreachable. */
export const findSiteWarnings = findBy(SITE_CAUSES)
export const findProcessWarnings = findBy(PROCESS_CAUSES)

export const findWarnings = async (facts: SiteFacts & ProcessFacts): Promise<Warnings[]> =>
  (await Promise.all([findSiteWarnings(facts), findProcessWarnings(facts)])).flat()
