/** Several values of one parameter in an address: 'new*like-new'. */

/** The sign between values; no value contains it. */
export const SEPARATOR = '*'

export const readChosen = (text = ''): string[] => text.split(SEPARATOR).filter((value) => value !== '')

/** The chosen ones of `values` in their order, so that equal choices give equal texts; undefined without any. */
export const writeChosen = (values: readonly string[], chosen: readonly string[]): string | undefined =>
  values.filter((value) => chosen.includes(value)).join(SEPARATOR) || undefined

/** The values with or without one of them. */
export function withChoice(chosen: readonly string[], value: string, isChosen: boolean): string[] {
  const others = chosen.filter((other) => other !== value)
  return isChosen ? [...others, value] : others
}
