import type { PublicConfig } from '#contract/site.ts'
import type { ContactLetter } from '#contract/support.ts'
import { AppError } from '#server/app-error.ts'
import type { Database } from '#server/db/connect.ts'
import type { RateLimiter } from '#server/http/rate-limit.ts'
import { defineJob } from '#server/jobs/job-kind.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import { letterToSupport, receipt } from './letters.ts'
import { deleteLettersOf, deleteOldLetters, insertLetter, isKept, selectLetter } from './queries.ts'

const KEPT_YEARS = 2
/** Many phones share one address of their network. */
const LETTERS_PER_ADDRESS = { tries: 30, seconds: 60 * 60 }
/** Keeps strangers from filling a mailbox with receipts; the letters are taken all the same. */
const RECEIPTS_PER_EMAIL = { tries: 5, seconds: 24 * 60 * 60 }

/** Two jobs, so that trying one again does not send the other twice. */
const LETTER = defineJob<{ id: string }>('contact-letter')
const RECEIPT = defineJob<{ id: string }>('contact-receipt')

async function hasRoom(limiter: RateLimiter, email: string): Promise<boolean> {
  try {
    await limiter.take(`contact:${email}`, RECEIPTS_PER_EMAIL)
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'too-many-requests') return false
    throw error
  }
}

export type SupportService = ReturnType<typeof supportService>

interface SupportParts {
  db: Database
  jobs: Jobs
  mailer: Mailer
  limiter: RateLimiter
  site: PublicConfig
}

/** What people write to those who run the site. */
export function supportService({ db, jobs, mailer, limiter, site }: SupportParts) {
  jobs.handle(LETTER, async ({ id }) => {
    const letter = await selectLetter(db, id)
    if (letter) await mailer.send(letterToSupport(letter, site))
  })
  jobs.handle(RECEIPT, async ({ id }) => {
    const letter = await selectLetter(db, id)
    if (letter) await mailer.send(receipt(letter, site))
  })
  jobs.schedule('forget-contact-messages', '27 3 * * *', async () => {
    await deleteOldLetters(db, KEPT_YEARS)
  })

  return {
    /** `address` is where the request comes from. The same letter sent again is taken and mailed once. */
    async write(letter: ContactLetter, address: string): Promise<void> {
      if (await isKept(db, letter.clientKey)) return
      await limiter.take(`contact-from:${address}`, LETTERS_PER_ADDRESS)
      const mayConfirm = await hasRoom(limiter, letter.email)
      await db.transaction().execute(async (tx) => {
        const id = await insertLetter(tx, letter)
        if (id === undefined) return
        await jobs.enqueue(tx, LETTER, { id })
        if (mayConfirm) await jobs.enqueue(tx, RECEIPT, { id })
      })
    },

    /** Removes what was written from an address, as when its owner leaves. */
    async forget(tx: Database, email: string): Promise<void> {
      await deleteLettersOf(tx, email)
    },
  }
}
