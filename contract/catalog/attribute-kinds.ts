/** Kinds of attributes, each with a short way to write it in the table. */

interface Described {
  label: string
  /** True if it is a filter of lists. */
  isFilter: boolean
  /**
   * Finds it in a title: the first group, or the whole match. Without it, a value that the title contains in
   * full is found.
   */
  inTitle?: RegExp
}

/** One of a few values, which are also the words to store, show and search. */
export interface ChoiceAttribute extends Described {
  kind: 'choice'
  values: readonly string[]
}

export interface NumberAttribute extends Described {
  kind: 'number'
  min: number
  max: number
  /** Unit after the number: 'km', '%'. */
  unit?: string
  /** Decimal places; none by default. */
  decimals?: number
}

/** Free words. `suggestions` are offered, and matching input gets their spelling. */
export interface TextAttribute extends Described {
  kind: 'text'
  suggestions: readonly string[]
  /** Lower-case words of a title that mean one of the suggestions: 'iphone' means Apple. */
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
