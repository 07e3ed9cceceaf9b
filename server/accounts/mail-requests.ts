import type { Database } from '#server/db/connect.ts'
import { defineJob } from '#server/jobs/job-kind.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import type { Secrets } from '#server/secrets.ts'
import type { AccountMails } from './mails.ts'
import type { OneTimePurpose, OneTimeTokens } from './one-time-tokens.ts'
import { type AccountRow, selectAccountByEmail } from './queries.ts'

/** A link that confirms an address is good for a day, one that opens a forgotten account for an hour. */
export const LINK_SECONDS = { 'verify-email': 24 * 60 * 60, 'reset-password': 60 * 60 } as const

type RequestedMail = keyof typeof LINK_SECONDS & OneTimePurpose

interface MailRequestJob {
  mail: RequestedMail
  /** Whoever typed it may have no account here, so the address lies in the queue encrypted. */
  sealedEmail: string
}

const SEAL = 'mail-request'
const MAIL_REQUEST = defineJob<MailRequestJob>('account-mail-request')

export interface MailRequests {
  /**
   * Asks for a link by an address alone. The asker's request does the same work whether anybody has that address:
   * only the job looks.
   */
  ask(mail: RequestedMail, email: string): Promise<void>
}

const isWanted = (mail: RequestedMail, account: AccountRow) =>
  mail === 'reset-password' || account.email_verified_at === null

interface RequestParts {
  db: Database
  jobs: Jobs
  secrets: Secrets
  oneTime: OneTimeTokens
  mails: AccountMails
}

export function mailRequests({ db, jobs, secrets, oneTime, mails }: RequestParts): MailRequests {
  jobs.handle(MAIL_REQUEST, async ({ mail, sealedEmail }) => {
    const email = secrets.decrypt(SEAL, Buffer.from(sealedEmail, 'base64'))
    await db.transaction().execute(async (tx) => {
      const account = await selectAccountByEmail(tx, email)
      if (!account || !isWanted(mail, account)) return
      const accountId = account.id
      // A new link to confirm an address stands for the same choices as the one before.
      const payload = await oneTime.payloadOf<object>(tx, mail, accountId)
      const tokenId = await oneTime.create(tx, {
        purpose: mail,
        accountId,
        seconds: LINK_SECONDS[mail],
        payload,
      })
      await mails.queue(tx, { mail, accountId, tokenId })
    })
  })
  return {
    async ask(mail, email) {
      const sealedEmail = secrets.encrypt(SEAL, email).toString('base64')
      await db.transaction().execute((tx) => jobs.enqueue(tx, MAIL_REQUEST, { mail, sealedEmail }))
    },
  }
}
