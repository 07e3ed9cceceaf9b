import { type Searched, searchDocument } from '#server/search/words/document.ts'

/** Raised by each change of the documents, so that all are written again (rebuild.ts). */
export const SEARCH_VERSION = 1

/** Columns of `products` that make a product findable by its texts. A statement that writes a text writes them too. */
export function searchColumns(product: Searched): { search_words: string[]; search_version: number } {
  const { thing, beside, more, description, terms } = searchDocument(product)
  const texts = [thing, beside, more, description].map((words) => words.join(' '))
  return { search_words: [...texts, ...terms], search_version: SEARCH_VERSION }
}
