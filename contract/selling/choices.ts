/**
 * The fixed sets of values that people choose from. Kept free of zod, so that the public pages may import
 * them without its weight.
 */

export interface ProductChoice {
  /** Its column of `products`, and its name in addresses and saved searches. */
  column: string
  label: string
  /** The values and their labels. */
  texts: Readonly<Record<string, string>>
  /** The default of its column; the form presets it unless draft-choices.ts says that it asks. */
  initial: string
  /** The section of the form that contains it. */
  formPart: 'what' | 'price' | 'more'
  /** Its appearance on the product's page. */
  shownAs: 'badge' | 'beside-price' | 'row'
  /** Set if it is also a filter, which saved searches can contain. */
  filter?: {
    /** Shorter labels that the filter's own label makes possible. */
    texts?: Readonly<Record<string, string>>
  }
}

/**
 * A seller's choices for a product. Form, page, API, filters, saved searches and alerts are derived from this
 * table; a new column needs a migration.
 */
export const PRODUCT_CHOICES = {
  condition: {
    column: 'condition',
    label: 'Condition',
    texts: { new: 'New', 'like-new': 'Like new', good: 'Good', fair: 'Fair', poor: 'Poor' },
    // The default of SPEC 3.
    initial: 'good',
    formPart: 'what',
    shownAs: 'badge',
    filter: {},
  },
  priceType: {
    column: 'price_type',
    label: 'Price type',
    texts: { negotiable: 'Negotiable', fixed: 'Fixed price' },
    initial: 'negotiable',
    formPart: 'price',
    shownAs: 'beside-price',
    filter: { texts: { fixed: 'Fixed' } },
  },
} as const satisfies Record<string, ProductChoice>

type Choices = typeof PRODUCT_CHOICES
export type ChoiceName = keyof Choices
export type ChoiceValue<Name extends ChoiceName> = Extract<keyof Choices[Name]['texts'], string>
export type ProductChoices = { [Name in ChoiceName]: ChoiceValue<Name> }
export type Condition = ChoiceValue<'condition'>
export type PriceType = ChoiceValue<'priceType'>

export const choiceNames = Object.keys(PRODUCT_CHOICES) as ChoiceName[]

export const choiceValues = <Name extends ChoiceName>(name: Name) =>
  Object.keys(PRODUCT_CHOICES[name].texts) as ChoiceValue<Name>[]

type Filtered = Extract<Choices[ChoiceName], { filter: object }>
/** The filterable choices' values, by column. */
export type FilteredValues = {
  [Choice in Filtered as Choice['column']]: Extract<keyof Choice['texts'], string>
}
export type FilteredColumn = keyof FilteredValues

interface FilteredChoice extends ProductChoice {
  column: FilteredColumn
  filter: NonNullable<ProductChoice['filter']>
}

/** The choices that filter lists. */
export const filteredChoices = Object.values(PRODUCT_CHOICES).flatMap((choice): FilteredChoice[] =>
  'filter' in choice ? [choice] : [],
)

/** In SPEC 9's order. `distance` needs `near`, or a `region` or `location` to measure from. */
export const SORTS = ['newest', 'oldest', 'price_low', 'price_high', 'relevance', 'distance'] as const
export type Sort = (typeof SORTS)[number]
export const SORT_TEXTS: Record<Sort, string> = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  price_low: 'Price: low to high',
  price_high: 'Price: high to low',
  relevance: 'Best match',
  distance: 'Nearest first',
}

export const DATES = ['all', 'today', 'week', 'month', '3months'] as const
export type DateFilter = (typeof DATES)[number]
export const DATE_TEXTS: Record<DateFilter, string> = {
  all: 'Any time',
  today: 'Today',
  week: 'Last 7 days',
  month: 'Last 30 days',
  '3months': 'Last 90 days',
}
/** Days back from now (SPEC 9). */
export const DATE_DAYS = { today: 1, week: 7, month: 30, '3months': 90 } as const satisfies Record<
  Exclude<DateFilter, 'all'>,
  number
>

/** Kilometres around a town within which people look for things. */
export const RADII = ['5', '10', '25', '50', '100'] as const
export type Radius = (typeof RADII)[number]
export const RADIUS_TEXTS = Object.fromEntries(RADII.map((km) => [km, `${km} km`])) as Record<Radius, string>

/** SPEC 2, Conversation. */
export const REACTIONS = ['thumbsup', 'heart', 'smile', 'thumbsdown', 'warning'] as const
export type Reaction = (typeof REACTIONS)[number]

/** When a saved search notifies of new products. */
export const ALERTS = ['instant', 'daily', 'none'] as const
export type Alert = (typeof ALERTS)[number]

/** Standings of reviews, in the order of a product's list: only 'counted' ones affect its average. */
export const REVIEW_STANDINGS = ['counted', 'set-aside', 'without-conversation'] as const
export type ReviewStanding = (typeof REVIEW_STANDINGS)[number]
