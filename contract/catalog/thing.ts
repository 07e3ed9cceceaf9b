/** A kind of things within a category, with the words that sellers use for it and the attributes that fit it. */
export interface Thing {
  /** Value of the attribute that names the kind; '' if only the title says what the thing is. */
  name: string
  /** Names in titles, in lower case: 'fridge|deep freezer'. */
  words: string
  /** Names of the attributes that the form asks for. */
  asks: string
  /** Names of those behind a button. The form does not offer others. */
  more: string
}

export interface CategoryThings {
  /** The attribute with which sellers choose the kind. */
  chosenBy?: 'kind' | 'body'
  /** The attributes that most things of the category have; the button shows all others. */
  asks: string
  /** Words of titles that name no thing: a 'table top' fridge is no table. */
  ignored?: string
  things: readonly Thing[]
}

/** `fitting` is 'asks|more'. */
export function thing(name: string, fitting: string, words: string): Thing {
  const [asks = '', more = ''] = fitting.split('|')
  return { name, words, asks, more }
}
