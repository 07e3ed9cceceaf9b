/** Several values of one parameter in an address: 'new*like-new'. */

const SEPARATOR = '*'

export const readChosen = (text = ''): string[] => text.split(SEPARATOR).filter((value) => value !== '')

/** The chosen ones of `values` in their order, so that equal choices give equal texts; undefined without any. */
export const writeChosen = (values: readonly string[], chosen: readonly string[]): string | undefined =>
  values.filter((value) => chosen.includes(value)).join(SEPARATOR) || undefined

/** The values with one more or one less. */
export const toggled = (chosen: readonly string[], value: string): string[] =>
  chosen.includes(value) ? chosen.filter((other) => other !== value) : [...chosen, value]
