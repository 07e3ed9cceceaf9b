import { type Searched, searchDocument } from '#server/search/words/document.ts'

/** Marks a written document. A change of the documents needs the next one, also in the index `products_unwritten`. */
export const SEARCH_VERSION = 2

/** Columns of `products` that make a product findable by its texts. A statement that writes a text writes them too. */
export function searchColumns(product: Searched): { search_words: string[]; search_version: number } {
  const { thing, beside, more, description, terms } = searchDocument(product)
  const texts = [thing, beside, more, description].map((words) => words.join(' '))
  return { search_words: [...texts, ...terms], search_version: SEARCH_VERSION }
}
