import type { Domain } from '#server/context.ts'
import { limitsOfNetworks } from '#server/platform/http/limits/limits-of-networks.ts'
import { limitsOfPeople } from '#server/platform/http/limits/limits-of-people.ts'
import { createMailAllowance, type MailAllowance } from '#server/platform/mail/mail-allowance.ts'
import { createPersonHashes, type PersonHashes } from './service.ts'

export interface PersonHashesState {
  personHashes: PersonHashes
  mailAllowance: MailAllowance
}

declare module '#server/context.ts' {
  interface Context extends PersonHashesState {}
}

export const personHashesDomain = {
  /** Opens the hashes and the limits that count per person, across all accounts that the person has had. */
  open({ db, secrets, limiter, log }) {
    const personHashes = createPersonHashes(secrets)
    return {
      personHashes,
      limiter: limitsOfNetworks(limitsOfPeople(limiter, (personId) => personHashes.subjectOf(db, personId))),
      mailAllowance: createMailAllowance({ limiter, keyOf: personHashes.keyOf, log }),
    }
  },
} satisfies Domain
