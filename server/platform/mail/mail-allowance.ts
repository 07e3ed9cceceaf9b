import { tryTake, type Limit, type RateLimiter } from '#server/platform/http/limits/rate-limit.ts'
import type { Log } from '#server/platform/process/log.ts'

const HOUR = 60 * 60
const limits = (anHour: number, aDay: number): { hour: Limit; day: Limit } => ({
  hour: { attempts: anHour, seconds: HOUR },
  day: { attempts: aDay, seconds: 24 * HOUR },
})

/** Limits of e-mails per mailbox. Lanes are counted separately, so that strangers never use up the owner's. */
const LANES = {
  /** E-mails that anybody can request by entering an address. */
  requested: limits(3, 10),
  /** The part of `requested` for unconfirmed addresses; the rest remains for the owner's links. */
  unconfirmed: limits(2, 5),
  /** The part of `unconfirmed` that confirms messages to support. */
  receipt: limits(1, 5),
  /**
   * The first e-mail that a network requests in an hour, so that strangers on other networks do not use up the
   * owner's.
   */
  'new-network': limits(3, 10),
  /** E-mails as in `requested`, from a device on which the account signed in before. */
  'known-device': limits(3, 10),
  /** Warnings of sign-ins on new devices. */
  'new-device': limits(5, 10),
  /** Links that prove the owner's identity. A thief may request them in a stolen session to hide other e-mails. */
  proof: limits(5, 15),
  /** Outcomes of reports without an account, of which a mailbox can send ten a day. */
  'report-outcome': limits(30, 60),
  /** E-mails about the owner's account: security, export, deletion. */
  account: limits(10, 30),
  /** Unread notifications; those over the limit are sent later. */
  digest: limits(3, 10),
}

export type MailLane = keyof typeof LANES

/** Lanes that also count towards another. */
const PARENT: Partial<Record<MailLane, MailLane>> = { receipt: 'unconfirmed', unconfirmed: 'requested' }

export type MailAllowance = ReturnType<typeof createMailAllowance>

interface AllowanceDeps {
  limiter: RateLimiter
  /** One key for all spellings of a mailbox. */
  keyOf(email: string): string
  log: Log
}

/** Limits e-mails by mailbox, independent of accounts, which may be deleted and created again. */
export function createMailAllowance({ limiter, keyOf, log }: AllowanceDeps) {
  async function count(lane: MailLane, mailbox: string): Promise<boolean> {
    const { hour, day } = LANES[lane]
    if (!(await tryTake(limiter.take, `mails-${lane}:${mailbox}`, hour))) return false
    if (!(await tryTake(limiter.take, `mails-${lane}-day:${mailbox}`, day))) return false
    const parent = PARENT[lane]
    return parent === undefined || count(parent, mailbox)
  }

  return {
    /**
     * Counts one more e-mail to an address and returns true if it may be sent. The reply to the person who requested
     * it must be the same either way. Call it before a link is made, so that the earlier link stays valid if the
     * e-mail is not sent.
     */
    async take(lane: MailLane, email: string): Promise<boolean> {
      if (await count(lane, keyOf(email))) return true
      log.info({ lane }, 'a mail was not sent because its mailbox reached its limit')
      return false
    },
  }
}
