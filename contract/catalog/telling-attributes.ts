/**
 * For each category, the attributes that tell most about a thing at a glance. A card shows the first one that is
 * known. Kept free of zod.
 */
export const TELLING_ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  mobile: ['storage'],
  computers: ['processor', 'ram', 'storage'],
  'computer-accessories': ['connection', 'brand'],
  car: ['year', 'mileage'],
  home: ['offer', 'bedrooms'],
  fashion: ['size', 'for'],
  'beauty-personal-care': ['volume', 'brand'],
  'home-furniture-appliances': ['screen', 'capacity', 'power', 'material', 'brand'],
  console: ['storage', 'edition'],
  'console-accessories': ['platform'],
  other: ['brand'],
}

/** Attributes whose values say little alone. */
const IN_WORDS: Readonly<Record<string, (text: string) => string>> = {
  size: (text) => `Size ${text}`,
  offer: (text) => `For ${text.toLowerCase()}`,
  bedrooms: (text) => (text === '1' ? '1 bedroom' : `${text} bedrooms`),
}

/** '128 GB', 'Size 42', 'For rent'. */
export const tellingText = (name: string, text: string): string => IN_WORDS[name]?.(text) ?? text
