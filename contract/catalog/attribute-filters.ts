/**
 * The attributes in a list's address: 'brand.Samsung*year.2015..2020'. The category decides which names and
 * values are possible, and only the server knows its table.
 */

const NAME = '[a-zA-Z]{1,20}'
const TEXT = '[^*#]{1,40}'
const SEPARATOR = '*'
const MOST = 12

export const ATTRIBUTE_FILTERS = new RegExp(`^${NAME}\\.${TEXT}(?:\\*${NAME}\\.${TEXT}){0,${MOST - 1}}$`)
const ONE = new RegExp(`^(${NAME})\\.(${TEXT})$`)

/** Wanted values by the attribute's name. */
export type AttributeFilters = Readonly<Record<string, string>>

/** Text that is not a filter is left out. */
export const readAttributeFilters = (text = ''): AttributeFilters =>
  Object.fromEntries(
    text.split(SEPARATOR).flatMap((part) => {
      const [, name = '', wanted = ''] = ONE.exec(part) ?? []
      return name && wanted.trim() ? [[name, wanted.trim()] as const] : []
    }),
  )

/** Equal filters give equal texts; returns undefined without filters. */
export const writeAttributeFilters = (filters: AttributeFilters): string | undefined =>
  Object.entries(filters)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .slice(0, MOST)
    .map(([name, wanted]) => `${name}.${wanted}`)
    .join(SEPARATOR) || undefined

/** The text with one attribute changed, or removed if `wanted` is undefined. */
export function changeAttributeFilter(text: string | undefined, name: string, wanted: string | undefined) {
  const { [name]: _, ...others } = readAttributeFilters(text)
  return writeAttributeFilters(wanted === undefined ? others : { ...others, [name]: wanted })
}
