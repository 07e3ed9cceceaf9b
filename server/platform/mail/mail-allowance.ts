import { hasRoom, type Limit, type RateLimiter } from '#server/platform/http/limits/rate-limit.ts'
import type { Log } from '#server/platform/process/log.ts'

const HOUR = 60 * 60
const limits = (anHour: number, aDay: number): { hour: Limit; day: Limit } => ({
  hour: { attempts: anHour, seconds: HOUR },
  day: { attempts: aDay, seconds: 24 * HOUR },
})

/** How many e-mails one mailbox gets. Lanes are counted apart, so that strangers never use up what is for its owner. */
const LANES = {
  /** All that anybody requests by typing an address. */
  requested: limits(3, 10),
  /** The part of `requested` that goes to unconfirmed addresses; the rest is left for the owner's links. */
  unconfirmed: limits(2, 5),
  /** The part of `unconfirmed` that confirms messages to support. */
  receipt: limits(1, 5),
  /** The first that a network requests in an hour, so that strangers elsewhere do not use up what is for the owner. */
  'new-network': limits(3, 10),
  /** The same as `requested`, from a device that the account signed in on before. */
  'known-device': limits(3, 10),
  /** Warnings of sign-ins on new devices. */
  'new-device': limits(5, 10),
  /** Links that prove who it is, which a thief may request in a stolen session to hide what they do then. */
  proof: limits(5, 15),
  /** About the owner's own account: security, the export, the deletion. */
  account: limits(10, 30),
  /** Unread notifications; what is over the limit is sent later. */
  digest: limits(3, 10),
}

export type MailLane = keyof typeof LANES

/** A lane that is a part of another counts towards it as well. */
const PARENT: Partial<Record<MailLane, MailLane>> = { receipt: 'unconfirmed', unconfirmed: 'requested' }

export type MailAllowance = ReturnType<typeof createMailAllowance>

interface AllowanceDeps {
  limiter: RateLimiter
  /** One key for all spellings of a mailbox. */
  keyOf(email: string): string
  log: Log
}

/** Counts by mailbox, independently of accounts, which may be deleted and created again. */
export function createMailAllowance({ limiter, keyOf, log }: AllowanceDeps) {
  async function count(lane: MailLane, mailbox: string): Promise<boolean> {
    const { hour, day } = LANES[lane]
    if (!(await hasRoom(limiter.take, `mails-${lane}:${mailbox}`, hour))) return false
    if (!(await hasRoom(limiter.take, `mails-${lane}-day:${mailbox}`, day))) return false
    const parent = PARENT[lane]
    return parent === undefined || count(parent, mailbox)
  }

  return {
    /**
     * Counts one more e-mail to an address and returns whether it may be sent. The reply to the person who requested it is
     * the same either way. Taken before a link is made, so that otherwise the earlier link stays valid.
     */
    async take(lane: MailLane, email: string): Promise<boolean> {
      if (await count(lane, keyOf(email))) return true
      log.info({ lane }, 'a mail was not sent: its mailbox has had enough of them')
      return false
    },
  }
}
