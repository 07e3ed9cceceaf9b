import { SEPARATOR } from '#contract/search/chosen-values.ts'

/**
 * The attributes in a list's address: 'brand.Apple*brand.Samsung*year.2015..2020', in which a thing has any of the
 * values of a name. The category decides which names and values are possible, and only the server knows its table.
 */

const NAME = '[a-zA-Z]{1,20}'
const TEXT = '[^*#]{1,40}'
const MOST = 24

export const ATTRIBUTE_FILTERS = new RegExp(`^${NAME}\\.${TEXT}(?:\\*${NAME}\\.${TEXT}){0,${MOST - 1}}$`)
const ONE = new RegExp(`^(${NAME})\\.(${TEXT})$`)

/** Wanted values by the attribute's name. */
export type AttributeFilters = Readonly<Record<string, readonly string[]>>

/** Text that is not a filter is left out. */
export function readAttributeFilters(text = ''): AttributeFilters {
  const parts = text.split(SEPARATOR).flatMap((part) => {
    const [, name = '', wanted = ''] = ONE.exec(part) ?? []
    return name && wanted.trim() ? [{ name, wanted: wanted.trim() }] : []
  })
  return Object.fromEntries(
    [...Map.groupBy(parts, ({ name }) => name)].map(([name, all]) => [
      name,
      [...new Set(all.map(({ wanted }) => wanted))],
    ]),
  )
}

const byText = (one: string, other: string) => (one < other ? -1 : 1)

/** Equal filters give equal texts; returns undefined without filters. */
export const writeAttributeFilters = (filters: AttributeFilters): string | undefined =>
  Object.entries(filters)
    .flatMap(([name, all]) => all.map((wanted) => `${name}.${wanted}`))
    .toSorted(byText)
    .slice(0, MOST)
    .join(SEPARATOR) || undefined

/** The text with other values of one attribute, which is removed if there are none; unchanged if they are too many. */
export function changeAttributeFilter(text: string | undefined, name: string, wanted: readonly string[]) {
  const filters = { ...readAttributeFilters(text), [name]: wanted }
  return Object.values(filters).flat().length > MOST ? text : writeAttributeFilters(filters)
}
