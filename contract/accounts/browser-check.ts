/** A puzzle that costs a person nothing, but costs a program that wants many text messages time. */
export interface BrowserCheck {
  challenge: string
  puzzles: number
  /** Number of zero bits at the start of the SHA-256 of each answer's text. */
  bits: number
}

export const textOfAnswer = ({ challenge }: BrowserCheck, puzzle: number, answer: number): string =>
  `${challenge} ${puzzle} ${answer}`

export function isAnswer({ bits }: BrowserCheck, [first = 0, second = 0, third = 0]: Uint8Array): boolean {
  return ((first << 16) | (second << 8) | third) >>> (24 - bits) === 0
}
