import { randomInt } from 'node:crypto'

const RECOVERY_CODES = 10
/**
 * Characters that do not look alike, because people write the codes on paper. 10 of 32 characters have 50
 * bits.
 */
const ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz0'
const RECOVERY_LENGTH = 10

export const isRecoveryCode = (code: string): boolean => code.length === RECOVERY_LENGTH

/** The typed code, in the characters that codes consist of. */
export const plainRecoveryCode = (code: string): string => code.toLowerCase().replaceAll('o', '0')

export function newRecoveryCodes(): string[] {
  const codes = new Set<string>()
  while (codes.size < RECOVERY_CODES) {
    codes.add(Array.from({ length: RECOVERY_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join(''))
  }
  return [...codes]
}

/** The code as people see it: 'abcde-fghjk'. */
export const shownRecoveryCode = (code: string): string => `${code.slice(0, 5)}-${code.slice(5)}`
