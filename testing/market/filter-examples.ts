import { productAmounts } from '#contract/selling/amounts.ts'
import { choiceNames, PRODUCT_CHOICES, type ProductChoice } from '#contract/selling/choices.ts'
import { type columnParameters, type FilterName, filterNames } from '#contract/search/search-filters.ts'
import type { Filters } from '#web/search/filters.ts'
import type { insertProduct } from './products.ts'

type NewProduct = NonNullable<Parameters<typeof insertProduct>[1]>

export interface FilterExample {
  filters: Filters
  fits: NewProduct
  others: NewProduct[]
  /** Description in a saved search. */
  words: string
}

const YEAR_AGO = new Date(Date.now() - 365 * 86_400_000).toISOString()

/** Examples of filters with their own meaning; those of amounts and choices follow from their tables. */
const OTHERS: Record<Exclude<FilterName, (typeof columnParameters)[number]['column']>, FilterExample> = {
  search: {
    filters: { search: 'zither' },
    fits: { title: 'Zither' },
    others: [{ title: 'Lute' }],
    words: '“zither”',
  },
  category: {
    filters: { category: 'car' },
    fits: { category_id: 'car' },
    others: [{ category_id: 'fashion' }],
    words: 'Cars',
  },
  attributes: {
    filters: { category: 'mobile', attributes: 'brand.Nokia*brand.Tecno' },
    fits: { attributes: '{"brand": "Tecno"}' },
    others: [{ attributes: '{"brand": "Apple"}' }],
    words: 'Nokia or Tecno',
  },
  location: {
    filters: { location: 'Bantama' },
    fits: { region: 'Ashanti', location: 'Bantama, Kumasi' },
    others: [{ region: 'Ashanti', location: 'Obuasi' }],
    words: 'in Bantama',
  },
  region: {
    filters: { region: 'Volta' },
    fits: { region: 'Volta', location: '' },
    others: [{ region: 'Oti', location: '' }],
    words: 'in Volta',
  },
  date: { filters: { date: 'week' }, fits: {}, others: [{ created_at: YEAR_AGO }], words: '' },
  within: {
    filters: { near: 'Tamale', within: '25' },
    fits: { region: 'Northern', location: 'Tamale' },
    others: [{ region: 'Northern', location: 'Yendi' }],
    words: 'within 25 km of Tamale',
  },
}

/** Ranges from 100 to 200, or with only the end that the filter supports. */
const AMOUNTS = productAmounts.map(({ column, filter: { from, to, inWords } }): [string, FilterExample] => [
  column,
  {
    filters: { ...(from && { [from]: '100' }), ...(to && { [to]: '200' }) },
    fits: { [column]: from ? '100.00' : '200.00' },
    others: [from ? '99.99' : [], to ? '200.01' : []].flat().map((amount) => ({ [column]: amount })),
    words: `${inWords} ${from && to ? 'GH₵100 to GH₵200' : from ? 'from GH₵100' : 'up to GH₵200'}`.trim(),
  },
])

const CHOICES = choiceNames.map((name): [string, FilterExample] => {
  const { column, texts }: ProductChoice = PRODUCT_CHOICES[name]
  const values = Object.keys(texts)
  const other = values.at(-1)
  const chosen = values.slice(0, -1).slice(0, 2)
  const filters = { [column]: chosen.join('*') }
  const words = chosen.map((value) => texts[value]?.toLowerCase()).join(' or ')
  return [column, { filters, fits: { [column]: chosen.at(-1) }, others: [{ [column]: other }], words }]
})

const EXAMPLES = { ...OTHERS, ...Object.fromEntries([...AMOUNTS, ...CHOICES]) } as Record<
  FilterName,
  FilterExample
>

/** One example for each declared filter. */
export const filterExamples = filterNames.map((filter) => ({ filter, ...EXAMPLES[filter] }))
