import * as z from 'zod/mini'
import { PersonName } from '#contract/accounts/accounts.ts'
import { FULL_NAME_MAX } from '#contract/limits.ts'
import { invalidInput } from '#server/platform/errors/app-error.ts'
import type { RefusedWords } from '#server/accounts/refused-words/refused-words.ts'
import { createNameJudge, plainName } from '#server/moderation/guard/service.ts'
import { reservedNames } from './reserved-names.ts'

const NEUTRAL = 'New member'
const RESERVED = 'This name is reserved for the people who run the site. Please use your own'

const PRETENDS =
  'This name sounds like an office, a company or a verified seller. Please use your own, or that of your shop'
const REFUSED = 'This name has a word that is not allowed in names. Please choose another'
const INVISIBLE = 'Please use visible letters'

export type PersonNames = ReturnType<typeof createPersonNames>

export function createPersonNames(siteName: string, refusedWords: RefusedWords) {
  const isReserved = reservedNames(siteName)
  const pretends = createNameJudge(siteName)
  return {
    isReserved,
    /**
     * Returns the name as it is stored. Throws, naming the field, if the name imitates the site, an institution or a
     * check, or contains a refused word; the name `before` may stay unless it is the site's.
     */
    async require(name: string, field: string, before?: string | null): Promise<string> {
      const refuse = (message: string) => invalidInput([{ field, message }])
      const plain = plainName(name)
      if (plain === '') {
        if (name !== '') throw refuse(INVISIBLE)
        return plain
      }
      // Normalising turns some letters into several.
      if (plain.length > FULL_NAME_MAX) throw refuse(`Must be at most ${FULL_NAME_MAX} characters long`)
      if (isReserved(plain)) throw refuse(RESERVED)
      if (plain !== before) {
        if (pretends(plain)) throw refuse(PRETENDS)
        if ((await refusedWords.test())(plain)) throw refuse(REFUSED)
      }
      return plain
    },
    /** Returns the first of these names that is allowed, for cases in which nobody can choose another. */
    async firstFitting(...names: (string | undefined)[]): Promise<string> {
      const hasRefused = await refusedWords.test()
      for (const name of names) {
        const parsed = z.safeParse(PersonName, plainName(name ?? ''))
        if (!parsed.success) continue
        const isRefused = isReserved(parsed.data) || pretends(parsed.data) || hasRefused(parsed.data)
        if (!isRefused) return parsed.data
      }
      return NEUTRAL
    },
  }
}
