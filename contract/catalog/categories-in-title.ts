import { attributesOf } from './attribute-rules.ts'
import { ATTRIBUTES } from './attributes.ts'
import { attributesInTitle } from './attributes-in-title.ts'
import { headsOf, singular, wordsIn } from './title-words.ts'

/** Names for things of a category, in lower case and singular. Kept free of zod. */
const THINGS: Readonly<Record<string, string>> = {
  mobile: 'phone|smartphone|cellphone|mobile|tablet|iphone|ipad|android|smart phone',
  computers: 'laptop|computer|desktop|notebook|chromebook|macbook|imac|pc|server|all in one',
  'computer-accessories':
    'keyboard|mouse|monitor|printer|router|webcam|hard drive|hard disk|ssd|flash drive|pen drive|usb|hdmi|toner|laptop bag|laptop charger|docking station|graphics card|ups',
  car: 'car|vehicle|bus|van|truck|pickup|suv|saloon|motorbike|motorcycle|motor|bicycle|bike|tyre|tire|rim|bumper|headlight|tricycle|okada',
  home: 'room|apartment|house|flat|hostel|land|plot|chamber and hall|self contained|guest house|shop to rent|office to rent|bedroom|airbnb',
  fashion:
    'dress|shirt|t-shirt|trouser|jeans|shorts|skirt|jacket|suit|shoe|sandal|slipper|sneaker|trainer|heel|boot|bag|handbag|backpack|watch|necklace|earring|bracelet|ring|kente|ankara|hat|cap|hoodie|sunglasses|belt|gown|smock|wedding gown|lace',
  'beauty-personal-care':
    'wig|perfume|cologne|cream|lotion|makeup|make-up|lipstick|shampoo|soap|shea butter|hair dryer|clipper|trimmer|shaver|razor|weave|braid|nail|serum|deodorant|hair',
  'home-furniture-appliances':
    'fridge|refrigerator|freezer|cooker|oven|microwave|blender|kettle|iron|washing machine|television|tv|air conditioner|ac|fan|sofa|couch|bed|mattress|table|desk|chair|wardrobe|shelf|bookshelf|cupboard|cabinet|curtain|carpet|rug|dining set|gas cooker|sewing machine|lamp|mirror|water dispenser|rice cooker|toaster|generator',
  console: 'console|playstation|xbox|nintendo|nintendo switch|ps3|ps4|ps5|wii|gameboy|steam deck',
  'console-accessories':
    'controller|gamepad|joystick|game pad|ps3 pad|ps4 pad|ps5 pad|xbox pad|ps4 dualshock|ps5 dualsense|gaming headset|gaming chair|fifa|steering wheel|game disc|memory card|dualshock|dualsense|video game|ps4 game|ps5 game|xbox controller|ps4 controller|ps5 controller',
}

const PER_WORD = 3
/** Brands and models also indicate a category, though some make many things. */
const PER_ATTRIBUTE = 1

/**
 * Number of words of the longest thing that the text contains in sequence. A thing of several words indicates
 * more than its last word alone.
 */
function wordsNamed(text: string, things: string): number {
  const named = things.split('|').filter((thing) => text.includes(` ${thing} `))
  return Math.max(0, ...named.map((thing) => thing.split(' ').length))
}

const named = (category: string, title: string) => {
  const names = new Set(['brand', 'make', 'model'])
  const known = attributesOf(category).filter(([name]) => names.has(name))
  const found = attributesInTitle(category, title)
  return known.filter(([name]) => found[name] !== undefined).length
}

function likelihood(category: string, title: string): number {
  const words = wordsIn(title)
  const text = ` ${words.join(' ')}  ${words.map(singular).join(' ')} `
  return PER_WORD * wordsNamed(text, THINGS[category] ?? '') + PER_ATTRIBUTE * named(category, title)
}

const MOST = 3

const scored = (title: string) =>
  Object.keys(ATTRIBUTES)
    .filter((category) => category !== 'other')
    .map((category) => ({ category, score: likelihood(category, title) }))
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score)

/**
 * The probable categories of a title, most probable first: for 'PS4 controller' accessories before consoles.
 */
export function categoriesInTitle(title: string): string[] {
  return scored(title)
    .slice(0, MOST)
    .map(({ category }) => category)
}

/** An accessory belongs to another category than its thing: 'Charger for iPhone', 'Toyota key holder'. */
const BELONGS_TO_A_THING =
  /\b(?:for|with|case|cover|pouch|charger|cable|holder|stand|screen|protector|battery|parts?|spare|repairs?|accessor(?:y|ies)|toy|model|poster|book)s?\b/i

/** The score of one word, or of brand and model together. */
const CLEAR = 2

/** The category that one title clearly indicates; undefined in doubt. */
function clearCategory(title: string): string | undefined {
  const [first, second] = scored(title)
  if (!first || first.score < CLEAR || second?.score === first.score) return undefined
  return BELONGS_TO_A_THING.test(title) ? undefined : first.category
}

/** The same for what a title names before its accessories: 'iPhone 12 with charger' is clearly a phone. */
export const clearCategoryInTitle = (title: string): string | undefined =>
  clearCategory(headsOf(title).join(', '))

/** Categories that may contain the same thing. */
const OVERLAPPING = [
  ['mobile', 'computers', 'computer-accessories', 'console', 'console-accessories'],
  ['home', 'home-furniture-appliances'],
  ['fashion', 'beauty-personal-care'],
]
const areOverlapping = (one: string, other: string) =>
  OVERLAPPING.some((categories) => categories.includes(one) && categories.includes(other))

/** Returns whether a title indicates a category at all; 'other' has brands of every kind. */
const indicatesCategory = (category: string, title: string) =>
  category !== 'other' &&
  (likelihood(category, title) > 0 ||
    category.split('-').some((word) => title.toLowerCase().includes(singular(word))))

/**
 * The category that a title clearly indicates while it does not indicate the chosen one; undefined in doubt.
 */
export function otherCategoryInTitle(title: string, chosen: string): string | undefined {
  const clear = clearCategory(title)
  if (clear === undefined || areOverlapping(clear, chosen)) return undefined
  return indicatesCategory(chosen, title) ? undefined : clear
}
