import type { Selectable } from 'kysely'
import { choiceNames, PRODUCT_CHOICES, type ProductChoices } from '#contract/selling/choices.ts'
import type { DraftChoices } from '#contract/selling/draft-choices.ts'
import type { Products } from '#server/platform/db/schema.ts'

export const CHOICE_COLUMNS = choiceNames.map((name) => PRODUCT_CHOICES[name].column)
type ChoiceColumns = Pick<Selectable<Products>, (typeof CHOICE_COLUMNS)[number]>

export const choicesToColumns = (choices: DraftChoices): ChoiceColumns =>
  Object.fromEntries(
    choiceNames.map((name) => [PRODUCT_CHOICES[name].column, choices[name] || null]),
  ) as unknown as ChoiceColumns

/** The table's checks guarantee these casts. */
export const toDraftChoices = (row: ChoiceColumns): DraftChoices =>
  Object.fromEntries(
    choiceNames.map((name) => [name, row[PRODUCT_CHOICES[name].column] ?? '']),
  ) as unknown as DraftChoices

export const toChoices = (row: ChoiceColumns): ProductChoices => toDraftChoices(row) as ProductChoices
