/**
 * The amounts of money that sellers type, each with the filter of its column. Kept free of zod, as the choices are.
 */

export interface ProductAmount {
  /** Its column of `products`, and the name of its filter. */
  column: string
  label: string
  filter: {
    /** The parameters of addresses and saved searches for its least and its most; one of them may do. */
    from?: string
    to?: string
    /** Pills and saved searches say this before the amount, but not before a price. */
    inWords: string
    /** A list without the filter. */
    withoutText: string
  }
}

/**
 * The form's columns, the API's parameters, the filter with its control, words and SQL, saved searches and alerts draw
 * themselves from this; the column comes with a migration.
 */
export const PRODUCT_AMOUNTS = {
  price: {
    column: 'price',
    label: 'Price',
    filter: { from: 'min', to: 'max', inWords: '', withoutText: 'At any price' },
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
/** The parameters of all of them. */
export const amountEnds = productAmounts.flatMap(({ filter: { from, to } }) => [from ?? [], to ?? []].flat())
export const AMOUNT_COLUMNS = amountNames.map((name) => PRODUCT_AMOUNTS[name].column)

/** As a form has them before anything is typed. */
export const EMPTY_AMOUNTS = Object.fromEntries(amountNames.map((name) => [name, ''])) as Record<
  AmountName,
  string
>
