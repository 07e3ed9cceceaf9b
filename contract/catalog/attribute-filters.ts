/**
 * How an address says which attributes a list is narrowed by: 'brand.Samsung*year.2015..2020'. Which names and values
 * make sense depends on the category, and only the server knows its table.
 */

const NAME = '[a-zA-Z]{1,20}'
const TEXT = '[^*#]{1,40}'
const SEPARATOR = '*'
const MOST = 12

export const ATTRIBUTE_FILTERS = new RegExp(`^${NAME}\\.${TEXT}(?:\\*${NAME}\\.${TEXT}){0,${MOST - 1}}$`)
const ONE = new RegExp(`^(${NAME})\\.(${TEXT})$`)

/** What is wanted of each attribute, by its name. */
export type AttributeFilters = Readonly<Record<string, string>>

/** What is no filter is left out. */
export const readAttributeFilters = (text = ''): AttributeFilters =>
  Object.fromEntries(
    text.split(SEPARATOR).flatMap((part) => {
      const [, name = '', wanted = ''] = ONE.exec(part) ?? []
      return name && wanted.trim() ? [[name, wanted.trim()] as const] : []
    }),
  )

/** Equal filters give equal texts; undefined without any. */
export const writeAttributeFilters = (filters: AttributeFilters): string | undefined =>
  Object.entries(filters)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .slice(0, MOST)
    .map(([name, wanted]) => `${name}.${wanted}`)
    .join(SEPARATOR) || undefined

/** The text with one attribute wanted otherwise, or with `undefined` no longer. */
export function changeAttributeFilter(text: string | undefined, name: string, wanted: string | undefined) {
  const { [name]: _, ...others } = readAttributeFilters(text)
  return writeAttributeFilters(wanted === undefined ? others : { ...others, [name]: wanted })
}
