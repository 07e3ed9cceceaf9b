/** What an attribute may be, each with a short way to write it in the table. */

interface Described {
  label: string
  /** Whether lists are narrowed by it. */
  isFilter: boolean
  /** Finds it in a title: its first group, or all that matches. Without it, a value that stands there in full is found. */
  inTitle?: RegExp
}

/** One of a few values; stored, shown and searched by the same words. */
export interface ChoiceAttribute extends Described {
  kind: 'choice'
  values: readonly string[]
}

export interface NumberAttribute extends Described {
  kind: 'number'
  min: number
  max: number
  /** Behind the number: 'km', '%'. */
  unit?: string
  /** Places behind the point; none without it. */
  decimals?: number
}

/** Free words; `suggestions` are offered, and give their spelling to what is typed alike. */
export interface TextAttribute extends Described {
  kind: 'text'
  suggestions: readonly string[]
  /** Words of a title, in small letters, that mean one of the suggestions: 'iphone' is by Apple. */
  meanings: Readonly<Record<string, string>>
}

export type Attribute = ChoiceAttribute | NumberAttribute | TextAttribute

type Options<Kind extends Attribute> = Partial<Pick<Kind, Exclude<keyof Kind, 'kind' | 'label'>>>

export const choice = (
  label: string,
  values: string,
  options: Options<ChoiceAttribute> = {},
): ChoiceAttribute => ({
  kind: 'choice',
  label,
  isFilter: true,
  values: values.split('|'),
  ...options,
})

export const number = (
  label: string,
  min: number,
  max: number,
  options: Options<NumberAttribute> = {},
): NumberAttribute => ({ kind: 'number', label, isFilter: true, min, max, ...options })

/** 'Apple: iphone, ipad|Samsung': suggestions, each with the words that mean it. */
export const text = (
  label: string,
  suggestions: string,
  options: Options<TextAttribute> = {},
): TextAttribute => {
  const entries = suggestions.split('|').map((entry) => {
    const [name = '', words = ''] = entry.split(': ')
    return { name, words: words.split(', ').filter(Boolean) }
  })
  return {
    kind: 'text',
    label,
    isFilter: true,
    suggestions: entries.map(({ name }) => name).filter(Boolean),
    meanings: Object.fromEntries(entries.flatMap(({ name, words }) => words.map((word) => [word, name]))),
    ...options,
  }
}
