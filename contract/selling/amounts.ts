/**
 * Amounts of money that sellers type, each with the filter of its column. Kept free of zod, like the choices.
 */

export interface ProductAmount {
  /** Its column of `products`, and the name of its filter. */
  column: string
  label: string
  filter: {
    /**
     * The parameters of addresses and saved searches for its minimum and its maximum; one of them is enough.
     */
    from?: string
    to?: string
    /** Pills and saved searches put this before an amount, except before a price. */
    inWords: string
  }
}

/**
 * The form's columns, the API's parameters, the filter with its control, words and SQL, saved searches and
 * alerts are derived from this table; a new column needs a migration.
 */
export const PRODUCT_AMOUNTS = {
  price: {
    column: 'price',
    label: 'Price',
    filter: { from: 'min', to: 'max', inWords: '' },
  },
} as const satisfies Record<string, ProductAmount>

type Amounts = typeof PRODUCT_AMOUNTS
export type AmountName = keyof Amounts
export type AmountColumn = Amounts[AmountName]['column']
type Filter = Amounts[AmountName]['filter']
/** The parameters that are ends of an amount. */
export type AmountEnd = Extract<Filter, { from: string }>['from'] | Extract<Filter, { to: string }>['to']

export interface FilteredAmount extends ProductAmount {
  column: AmountColumn
  filter: ProductAmount['filter'] & { from?: AmountEnd; to?: AmountEnd }
}

export const amountNames = Object.keys(PRODUCT_AMOUNTS) as AmountName[]
export const productAmounts: readonly FilteredAmount[] = Object.values(PRODUCT_AMOUNTS)
/** The parameters of all amounts. */
export const amountEnds = productAmounts.flatMap(({ filter: { from, to } }) => [from ?? [], to ?? []].flat())
export const AMOUNT_COLUMNS = amountNames.map((name) => PRODUCT_AMOUNTS[name].column)

/** A form's amounts before anything is typed. */
export const EMPTY_AMOUNTS = Object.fromEntries(amountNames.map((name) => [name, ''])) as Record<
  AmountName,
  string
>
