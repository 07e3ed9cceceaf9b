import * as z from 'zod/mini'
import { PersonName } from '#contract/accounts/accounts.ts'
import { FULL_NAME_MAX } from '#contract/limits.ts'
import { invalidInput } from '#server/platform/errors/app-error.ts'
import { plainName, reservedNames } from './reserved-names.ts'

const NEUTRAL = 'New member'
const RESERVED = 'This name is kept for the people who run the site. Please use your own'

const INVISIBLE = 'Please use letters that can be seen'

export interface PersonNames {
  isReserved(name: string): boolean
  /** Returns the name as it is stored. Refused, with its field, where it pretends to be the site's. */
  require(name: string, field: string): string
  /** The first of these that a person may be called, where nobody can choose another. */
  firstFitting(...names: (string | undefined)[]): string
}

export function createPersonNames(siteName: string): PersonNames {
  const isReserved = reservedNames(siteName)
  return {
    isReserved,
    require(name, field) {
      const plain = plainName(name)
      if (isReserved(plain)) throw invalidInput([{ field, message: RESERVED }])
      if (plain === '' && name !== '') throw invalidInput([{ field, message: INVISIBLE }])
      // Some letters become several.
      if (plain.length > FULL_NAME_MAX) {
        throw invalidInput([{ field, message: `Must be at most ${FULL_NAME_MAX} characters long` }])
      }
      return plain
    },
    firstFitting(...names) {
      for (const name of names) {
        const parsed = z.safeParse(PersonName, plainName(name ?? ''))
        if (parsed.success && !isReserved(parsed.data)) return parsed.data
      }
      return NEUTRAL
    },
  }
}
