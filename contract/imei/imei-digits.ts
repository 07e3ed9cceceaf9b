const DIGITS = 15
export const NOT_AN_IMEI = 'This is not an IMEI. An IMEI has 15 digits. Dial *#06# to see it.'

/** The stored form; people and boxes write it with spaces, dashes or slashes. */
export const plainImei = (text: string): string => text.replace(/[\s/-]/g, '')

/** Checks the check digit (Luhn): each second digit counts twice, with its own digits summed. */
export function isImei(text: string): boolean {
  if (!new RegExp(`^\\d{${DIGITS}}$`).test(text) || /^0+$/.test(text)) return false
  let sum = 0
  for (const [index, digit] of [...text].entries()) {
    const weighed = Number(digit) * (index % 2 === 1 ? 2 : 1)
    sum += weighed > 9 ? weighed - 9 : weighed
  }
  return sum % 10 === 0
}
