import { withoutOpenPrompts } from '#contract/selling/description-prompts.ts'
import { CUSTOM_FIELDS_MAX, TAGS_MAX } from '#contract/limits.ts'
import { type CustomField, EMPTY_LISTING, type ListingValues } from '#web/selling/editor/blank-listing.ts'
import { type ListingTemplate, TEMPLATES } from './templates.ts'

type Preset = Pick<ListingValues, 'description' | 'condition' | 'tags' | 'customFields' | 'category'>

/** Values that the previous template set where the seller had chosen none. */
export type SetByTemplate = Partial<Pick<Preset, 'category' | 'condition' | 'tags'>>

const DETAIL_NAMES = new Set(TEMPLATES.flatMap(({ customFields }) => customFields.map(({ name }) => name)))
const isOpenDetail = ({ name, value }: CustomField) => value.trim() === '' && DETAIL_NAMES.has(name)

/**
 * A reopened draft does not say what a template set; if it has all tags of a template, that template counts as applied.
 */
function likelySet(values: ListingValues): SetByTemplate {
  const template = TEMPLATES.find(({ tags }) => tags.every((tag) => values.tags.includes(tag)))
  return template ? { category: template.category, condition: template.condition, tags: template.tags } : {}
}

/** The seller's own part of the form, without unanswered prompts and values that a template set. */
function ownPart(values: ListingValues, set: SetByTemplate): Preset {
  return {
    description: withoutOpenPrompts(values.description),
    customFields: values.customFields.filter((row) => !isOpenDetail(row)),
    tags: values.tags.filter((tag) => !set.tags?.includes(tag)),
    category: values.category === set.category ? EMPTY_LISTING.category : values.category,
    condition: values.condition === set.condition ? EMPTY_LISTING.condition : values.condition,
  }
}

const WORDS = ['description', 'tags', 'customFields'] as const
export type OwnWords = (typeof WORDS)[number][]

/** The parts in which a template would overwrite the seller's own text. */
export function ownWords(values: ListingValues, set: SetByTemplate = likelySet(values)): OwnWords {
  const own = ownPart(values, set)
  return WORDS.filter((name) => own[name].length > 0)
}

interface ApplyOptions {
  /** Whether the seller's own text stays and lists are completed; otherwise the template replaces them. */
  onlyEmpty: boolean
  categories: readonly string[]
  /** Values that the previous template set. */
  set?: SetByTemplate | undefined
}

/**
 * The form after a template is applied. It removes the remains of the previous template; a category or condition that
 * the seller chose always stays.
 */
export function withTemplate(
  values: ListingValues,
  template: ListingTemplate,
  { onlyEmpty, categories, set = likelySet(values) }: ApplyOptions,
): { preset: Preset; set: SetByTemplate } {
  const own = ownPart(values, set)
  const words = onlyEmpty ? own : EMPTY_LISTING
  const isConditionOwn = values.condition !== (set.condition ?? EMPTY_LISTING.condition)
  const category = categories.includes(template.category) ? template.category : EMPTY_LISTING.category
  const named = new Set(words.customFields.map(({ name }) => name.trim().toLowerCase()))
  const missing = template.customFields.filter(({ name }) => !named.has(name.toLowerCase()))
  const tags = [...new Set([...words.tags, ...template.tags])].slice(0, TAGS_MAX)
  return {
    preset: {
      description: words.description || template.description,
      tags,
      customFields: [...words.customFields, ...missing.map(({ name }) => ({ name, value: '' }))].slice(
        0,
        CUSTOM_FIELDS_MAX,
      ),
      category: own.category || category,
      condition: isConditionOwn ? values.condition : template.condition,
    },
    set: {
      tags: template.tags.filter((tag) => !words.tags.includes(tag)),
      ...(own.category ? {} : { category }),
      ...(isConditionOwn ? {} : { condition: template.condition }),
    },
  }
}
