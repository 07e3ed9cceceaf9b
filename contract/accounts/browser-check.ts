/** Work that costs a person nothing, and a program that wants many text messages its time. */
export interface BrowserCheck {
  challenge: string
  puzzles: number
  /** With how many zeros the SHA-256 of each answer's text begins. */
  bits: number
}

export const textOfAnswer = ({ challenge }: BrowserCheck, puzzle: number, answer: number): string =>
  `${challenge} ${puzzle} ${answer}`

export function isAnswer({ bits }: BrowserCheck, [first = 0, second = 0, third = 0]: Uint8Array): boolean {
  return ((first << 16) | (second << 8) | third) >>> (24 - bits) === 0
}
