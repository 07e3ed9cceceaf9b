const SEPARATORS = /[^\p{L}\p{N}+&-]+/u

/** The words of a title or of a name for a thing, in lower case. */
export const wordsIn = (text: string): string[] => text.toLowerCase().split(SEPARATORS).filter(Boolean)

/** 'shoes', 'dresses' and 'watches' become singular. */
export const singular = (word: string): string => word.replace(/(?<=s|x|ch|sh)es$|(?<=[^su])s$/, '')

/** Words about the offer ('for sale'), not about the purpose of the thing. */
const OFFERED = /\b(?:for (?:quick |cool |a )?(?:sale|rent|price)|to let|to rent)\b/gi
/** Parts of a title: 'LG fridge, double door'. */
const PARTS = /[,;:()|/–—]|\.(?:\s|$)|\s-\s/
/** A thing comes before what belongs to it: 'Table with chairs', 'Remote for TV'. */
const BELONGING = /\b(?:with|for|plus|including)\b/i

/** The parts of a title, each without what belongs to the thing. */
export const headsOf = (title: string): string[] =>
  title
    .replaceAll(OFFERED, ' ')
    .split(PARTS)
    .map((part) => part.split(BELONGING)[0] ?? '')
