/** Texts and labels of a filter by attributes. */

const RANGE = /^(\d{1,9}(?:\.\d{1,3})?)?\.\.(\d{1,9}(?:\.\d{1,3})?)?$/

interface Range {
  from: string | undefined
  to: string | undefined
}

/** Reads '2015..2020', '2015..' or '..2020'; returns undefined for a single value. */
export function readRange(wanted: string): Range | undefined {
  const found = RANGE.exec(wanted)
  return found && (found[1] ?? found[2]) !== undefined ? { from: found[1], to: found[2] } : undefined
}

/** Returns undefined without either end. */
export const writeRange = ({ from, to }: Range): string | undefined =>
  from || to ? `${from ?? ''}..${to ?? ''}` : undefined

/** 'batteryHealth' becomes the label 'Battery health'. */
export function attributeNameInWords(name: string): string {
  const words = name.replaceAll(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** 'Samsung', 'Year 2015 to 2020', 'Mileage up to 100000'. */
export function attributeFilterInWords(name: string, wanted: string, label = attributeNameInWords(name)) {
  const range = readRange(wanted)
  if (!range) return wanted
  const { from, to } = range
  if (from !== undefined && to !== undefined) return `${label} ${from} to ${to}`
  return from === undefined ? `${label} up to ${to}` : `${label} from ${from}`
}
