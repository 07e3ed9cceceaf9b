import type { Domain } from '#server/context.ts'
import { limitsOfNetworks } from '#server/platform/http/limits/limits-of-networks.ts'
import { limitsOfPeople } from '#server/platform/http/limits/limits-of-people.ts'
import { createMailAllowance, type MailAllowance } from '#server/platform/mail/mail-allowance.ts'
import { createMailboxes, type Mailboxes } from './service.ts'

export interface MailboxesState {
  mailboxes: Mailboxes
  mailAllowance: MailAllowance
}

declare module '#server/context.ts' {
  interface Context extends MailboxesState {}
}

export const mailboxesDomain = {
  /** Also limits that count for a person, whatever accounts that person has had. */
  open({ db, secrets, limiter, log }) {
    const mailboxes = createMailboxes(secrets)
    return {
      mailboxes,
      limiter: limitsOfNetworks(limitsOfPeople(limiter, (personId) => mailboxes.subjectOf(db, personId))),
      mailAllowance: createMailAllowance({ limiter, keyOf: mailboxes.keyOf, log }),
    }
  },
} satisfies Domain
