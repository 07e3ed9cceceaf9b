import { CUSTOM_FIELDS_MAX, TAGS_MAX } from '#contract/limits.ts'
import { EMPTY_LISTING, type ListingValues } from './blank-listing.ts'
import { type ListingTemplate, TEMPLATES } from './templates.ts'

/** What a template presets. */
type Preset = Pick<ListingValues, 'description' | 'condition' | 'tags' | 'customFields' | 'category'>

const sameText = (one: string, other: string) => one.trim() === other.trim()
const rowsOf = ({ customFields }: ListingTemplate) => customFields.map(({ name, value }) => ({ name, value }))

/** Whether a part is still as it was at the beginning, or as some template left it: nobody's own words. */
function isUntouched(name: keyof Preset, values: Preset): boolean {
  const text = (preset: Partial<Preset>) => JSON.stringify(preset[name])
  const presets = TEMPLATES.map((template) => ({ ...template, customFields: rowsOf(template) }))
  if (name === 'description') {
    return [EMPTY_LISTING, ...presets].some(({ description }) => sameText(description, values.description))
  }
  return [EMPTY_LISTING, ...presets].some((preset) => text(preset) === text(values))
}

/** The parts in which a template would overwrite the seller's own words. */
export function ownWords(values: ListingValues): ('description' | 'tags' | 'customFields')[] {
  return (['description', 'tags', 'customFields'] as const).filter((name) => !isUntouched(name, values))
}

const known = (category: string, categories: readonly string[]) =>
  categories.includes(category) ? category : ''

/**
 * What the form holds once a template is chosen: with `keep` only what is empty, or still as a template left it, is
 * filled and lists are completed; otherwise everything that the template presets is replaced. A chosen category
 * always stays.
 */
export function withTemplate(
  values: ListingValues,
  template: ListingTemplate,
  options: { keep: boolean; categories: readonly string[] },
): Preset {
  const category = values.category || known(template.category, options.categories)
  const preset = { ...template, category, customFields: rowsOf(template) }
  const { description, condition, tags, customFields } = preset
  if (!options.keep) return { description, condition, tags, customFields, category }
  const names = new Set(values.customFields.map(({ name }) => name.trim().toLowerCase()))
  const missing = customFields.filter(({ name }) => !names.has(name.toLowerCase()))
  const isOwn = (name: keyof Preset) => !isUntouched(name, values)
  return {
    description: isOwn('description') ? values.description : description,
    condition: values.condition === EMPTY_LISTING.condition ? condition : values.condition,
    tags: isOwn('tags') ? [...new Set([...values.tags, ...tags])].slice(0, TAGS_MAX) : tags,
    customFields: isOwn('customFields')
      ? [...values.customFields, ...missing].slice(0, CUSTOM_FIELDS_MAX)
      : customFields,
    category,
  }
}
