import type { AccountsService } from '#server/accounts/service.ts'
import type { Database } from '#server/db/connect.ts'
import type { PublicChanges } from '#server/http/public-changes.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import type { Storage } from '#server/storage/storage.ts'

/** What the parts of this domain work with. */
export interface PersonalDataParts {
  db: Database
  storage: Storage
  jobs: Jobs
  accounts: AccountsService
  changes: PublicChanges
}
