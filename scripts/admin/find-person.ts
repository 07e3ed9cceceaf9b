import type { PersonLine } from '#contract/moderation/cases/people.ts'
import { findPeople } from '#server/moderation/cases/people.ts'
import { type AdminDeps, CommandError } from './command.ts'

/** Digits of a phone number without the country code. */
const NATIONAL_DIGITS = 9
const digitsOf = (text: string) => text.replaceAll(/\D/g, '').slice(-NATIONAL_DIGITS)

/** Matches only unique data of a person; several people may share a name. */
function isMeant({ id, email, phone }: PersonLine, who: string): boolean {
  const isPhone = phone !== null && /^[+\d\s()-]+$/.test(who) && digitsOf(phone) === digitsOf(who)
  return id === who.toLowerCase() || email === who.toLowerCase() || isPhone
}

export async function requirePerson({ db }: AdminDeps, who: string | undefined): Promise<PersonLine> {
  if (!who || who.trim().length < 2)
    throw new CommandError('Give the e-mail address, phone number or id of a person.')
  const q = who.trim()
  const [found, other] = (await findPeople({ db }, { q })).filter((line) => isMeant(line, q))
  if (!found) throw new CommandError(`Nobody has ${q}. Give an e-mail address, a phone number or an id.`)
  if (other) throw new CommandError(`Several people have ${q}. Use an id.`)
  return found
}
