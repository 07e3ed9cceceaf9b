import { longestPhrases } from './phrases.ts'
import { singular, wordsIn } from './plain-text.ts'

/**
 * The names of things in the market, in words as people write them. Names are compared in the singular.
 */

/** Names for one thing; the first is what the index calls it. */
const SAME: readonly string[] = [
  // Phones and computers
  'phone|mobile|mobile phone|cellphone|cell phone|smartphone|smart phone|handset|fone',
  'iphone x|iphone 10',
  'laptop|notebook|lap top|laptop computer',
  'computer|pc|personal computer',
  'desktop|desktop computer|desktop pc',
  'macbook|mac book',
  'flash drive|pen drive|pendrive|usb stick|usb drive|memory stick|thumb drive|flashdrive|usb flash',
  'hard disk|hard drive|hard disc|hdd|harddisk|harddrive|external drive',
  'power bank|powerbank',
  'earphone|earbud|ear bud|ear phone|ear piece|earpiece|in ear headphone',
  'airpod|air pod',
  'headphone|headset|head phone|head set',
  'smart watch|smartwatch',
  'television|tv|tele',
  'decoder|set top box|multi tv|multitv',
  'printer|printing machine',
  'photocopier|photocopy machine|copier',
  // Consoles
  'ps1|playstation 1|play station 1|playstation one',
  'ps2|playstation 2|play station 2',
  'ps3|playstation 3|play station 3',
  'ps4|playstation 4|play station 4',
  'ps5|playstation 5|play station 5',
  'playstation|play station|ps',
  'xbox|x box',
  'gta 5|gta v|grand theft auto 5|grand theft auto v',
  'fifa|ea fc',
  'controller|game controller|game pad|gamepad|joystick|joy stick|dualsense|dual sense|dualshock|dual shock',
  // Cars
  'car|vehicle|automobile|motor car',
  'volkswagen|vw|volks wagen|volks',
  'mercedes|benz|mercedes benz',
  'chevrolet|chevy',
  'land cruiser|landcruiser',
  'pickup|pick up|pick up truck|pickup truck',
  'motorbike|motorcycle|motor bike|motor cycle|okada',
  'bicycle|bike|push bike|pushbike',
  'aboboyaa|aboboya|motor king',
  'minibus|mini bus|trotro|tro tro|sprinter bus',
  'tyre|tire',
  'crv|cr v',
  'rav4|rav 4',
  // Homes
  'apartment|flat|appartment',
  'self contain|self contained|selfcontain|selfcontained|self con',
  'single room|one room',
  'room|chamber',
  'land|plot|parcel',
  'shop|store|container shop',
  // House
  'fridge|refrigerator',
  'freezer|deepfreezer',
  'sofa|couch|settee|sofa set',
  'mattress|foam mattress',
  'wardrobe|closet',
  'cupboard|cabinet',
  'stove|gas cooker|gas stove|cooking stove',
  'air conditioner|ac|aircon|air con|air condition|air conditioning|aircondition',
  'washing machine|washer|laundry machine',
  'pressure washer|car washer|high pressure washer',
  'air fryer|airfryer',
  'microwave|micro wave|microwave oven',
  'rice cooker|ricecooker',
  'generator|genset|gen set|gen|power plant|light plant|better pass my neighbour|pass my neighbour',
  'gas cylinder|cylinder|gas bottle',
  'polytank|poly tank|water tank',
  'coalpot|coal pot|charcoal stove|charcoal burner',
  'dustbin|dust bin|waste bin|borla bin|trash can|refuse bin|rubbish bin|wheelie bin|bin',
  'curtain|drape',
  'shelf|shelves|rack',
  'bookshelf|book shelf|bookshelves|book shelves|bookcase|book rack',
  'dumbbell|dumbell|dumb bell',
  'checkers|draughts|draught|dame',
  'vacuum cleaner|hoover',
  'speaker|loud speaker|loudspeaker',
  'knife|knives',
  // Babies
  'cot|crib|baby bed|baby crib',
  'diaper|nappy|nappies|pamper',
  'pram|stroller|pushchair|push chair|baby stroller|baby pram',
  'children|child|kid',
  // Clothes and body
  'clothes|cloth|clothing|apparel',
  'trouser|pant',
  'sneaker|trainer|canvas',
  'slippers|flip flop|charlie wote|chale wote|chalewote|charliewote',
  'tshirt|t shirt|tee shirt|tee',
  'women|woman|lady|ladies|female',
  'men|man|gent|gentleman|gentlemen|male',
  'handbag|hand bag|purse',
  'perfume|cologne|fragrance|eau de parfum|eau de toilette|eau de perfume|edt|edp|parfum',
  'sunglasses|sun glasses|shades',
  'scarf|scarves',
  'headwrap|head wrap|duku',
  'clipper|shaving machine|barbering machine|trimmer|shaver',
  'wig|hair wig',
  'shea butter|nkuto',
  'nike air force|air force|airforce|af1|air force 1|airforce 1',
  'wheelchair|wheel chair',
  'rb|r n b|r and b|rnb|rhythm and blues',
  'ms|marks and spencer|marks spencer',
]

/** Words for the thing of a name that its title may not contain. */
const IMPLIED: Readonly<Record<string, string>> = {
  samsung: 'galaxy',
  apple: 'iphone|ipad|macbook|imac|airpod',
  galaxy:
    'samsung s20|samsung s21|samsung s22|samsung s23|samsung s24|samsung s25|samsung note|samsung a14|samsung a15|samsung a54',
  iphone: 'xs max',
  tecno: 'camon|spark go|spark 7|spark 8|spark 9|spark 10|spark 20|spark 30|phantom x|pova',
  infinix: 'hot 30|hot 40|zero 30',
  xiaomi: 'redmi|poco',
  playstation: 'ps1|ps2|ps3|ps4|ps5',
  laptop:
    'macbook|elitebook|probook|thinkpad|ideapad|latitude|inspiron|vivobook|zenbook|chromebook|pavilion|toshiba satellite|surface pro|surface laptop|xps',
  tablet: 'ipad|galaxy tab|samsung tab',
  earphone: 'airpod|freepod',
  toyota: 'corolla|vitz|yaris|camry|rav4|hilux|land cruiser|prado|highlander|hiace|avensis|sienna',
  honda: 'civic|crv|accord',
  hyundai: 'elantra|sonata|accent|tucson|i10|i20|santa fe',
  kia: 'picanto|rio|sportage|sorento|cerato',
  volkswagen: 'jetta|passat|tiguan',
  nissan: 'micra|sentra|rogue|almera|navara|versa|x trail|patrol',
  ford: 'ranger|fiesta',
  pickup: 'hilux|ranger|navara|l200|tacoma|tundra',
  sneaker:
    'nike air force|air force|jordan|superstar|stan smith|new balance|converse|van old skool|yeezy|nike revolution|nike dunk|nike air max|running shoe|all star',
  shoe: 'sneaker|boot|sandal|loafer|heel|nike air force|jordan|superstar|converse|new balance|running shoe|birkenstock|ahenema|stan smith|van old skool',
  bag: 'handbag|backpack|tote',
  shirt: 'tshirt',
  dress: 'gown|kaba|boubou',
  cloth: 'kente|ankara|wax print|fugu',
  bicycle: 'bmx',
  bed: 'bunk bed|bunkbed',
  tricycle: 'aboboyaa|pragya|keke',
  controller: 'ps3 pad|ps4 pad|ps5 pad|xbox pad',
  pad: 'controller',
  dustbin: 'borla',
  book: 'textbook|paperback|novel|hardcover',
}

/** Parts, accessories and services. What stands before them in a title is what they are for: 'TV stand'. */
const PARTS =
  'accessory|adapter|adaptor|antenna|armrest|bag|battery|backpack|bracket|brake|bulb|bumper|cable|carrier|case|cartridge|charger|charging|cleaning|cleaner|cord|cover|covers|dock|dish|driver|earpad|engine|filling|filter|flashing|gasket|gearbox|guard|headlight|hire|holder|hose|hub|installation|jack|key|keyboard|kit|lcd|lens|lesson|light|lock|mat|mirror|motherboard|mount|pad|part|pillow|plug|poster|pouch|protector|pump|rack|radiator|refill|regulator|remote|rental|renting|repair|replacement|rim|screen|seat|service|servicing|sewing|sharpener|shelf|shocks|sleeve|socket|spare|speaker|stabilizer|stand|sticker|strap|stylus|support|tempered|toner|tray|tripod|tyre|unlocking|wallpaper|wiper|wheel|work|works'

/** Things that the titles of accessories name though they do not contain them. */
const DEVICES =
  'phone|iphone|ipad|macbook|laptop|computer|tv|television|camera|ps1|ps2|ps3|ps4|ps5|playstation|xbox|switch|nintendo|samsung|car'

/** Things in a category that are not what its name says. */
const OTHER_THINGS =
  'watch|smartwatch|band|airpod|earbud|earphone|earpiece|freepod|headphone|headset|power bank|powerbank|tripod|speaker|tablet|tab|mediapad|kindle|ipad|tyre|tire|rim|wheel|monitor|desktop|server|router|trailer|bicycle|bike|motorbike|motorcycle|scooter|tricycle|boat|tractor|excavator|rental|game|drone'

/** Words after which a title says what a thing is for or comes with. */
export const LINKS: ReadonlySet<string> = new Set([
  'for',
  'with',
  'w',
  'fits',
  'including',
  'plus',
  'compatible',
  'without',
])

/** 'For' before these says for whom or what the thing itself is. */
const AIMS =
  'men|man|women|woman|lady|boy|girl|kid|children|child|baby|rent|sale|sell|school|student|adult|uber|hire|her|him|home|office|shop|gent|unisex|all|hostel|summer|wedding|export'

/** What the id of a category says about the things in it. */
export const CATEGORY_WORDS: Readonly<Record<string, readonly string[]>> = {
  mobile: ['phone'],
  computers: ['computer'],
  car: ['car'],
  home: ['home'],
  fashion: ['fashion', 'clothes'],
  'beauty-personal-care': ['beauty', 'cosmetics'],
  'home-furniture-appliances': ['furniture', 'appliances'],
  console: ['console'],
}

const split = (text: string) => text.split('|').map(namePhrase)
const namePhrase = (text: string) => wordsIn(text).map(singular).join(' ')

/** What the index calls a thing, by each of its names. */
const sameNames: ReadonlyMap<string, string> = new Map(
  SAME.flatMap((names) => {
    const [first = ''] = names.split('|')
    return split(names).map((name) => [name, wordsIn(first).join('')] as const)
  }),
)
const impliedBy: ReadonlyMap<string, readonly string[]> = new Map(
  [
    ...Map.groupBy(
      Object.entries(IMPLIED).flatMap(([word, names]) => split(names).map((name) => ({ name, word }))),
      ({ name }) => name,
    ),
  ].map(([name, rows]) => [name, rows.map(({ word }) => word)]),
)

const KINDS = { part: PARTS, device: DEVICES, 'other-thing': OTHER_THINGS, aim: AIMS }
const kinds: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(KINDS).map(([kind, names]) => [kind, new Set(split(names))]),
)

export const isKnownAs = (kind: keyof typeof KINDS, name: string): boolean =>
  kinds.get(kind)?.has(name) === true

export const NAME_WORDS_MAX = 4

/** The index's word for a thing with this name. */
export const sameAs = (words: string[]): string | undefined => sameNames.get(words.map(singular).join(' '))

function* phrasesIn(singulars: string[]): Generator<string> {
  for (let from = 0; from < singulars.length; from += 1)
    for (let size = 1; size <= NAME_WORDS_MAX && from + size <= singulars.length; size += 1)
      yield singulars.slice(from, from + size).join(' ')
}

/** The first words of names: most words of a text are none, and no name begins with them. */
const firstWords: ReadonlySet<string> = new Set([...sameNames.keys()].map((name) => name.split(' ')[0] ?? ''))

/** The longest names from left to right, as the index calls their things. */
function sameWithin(singulars: string[]): string[] {
  if (!singulars.some((word) => firstWords.has(word))) return []
  const named = (phrase: string[]) =>
    firstWords.has(phrase[0] ?? '') ? sameNames.get(phrase.join(' ')) : undefined
  const spans = longestPhrases(singulars, NAME_WORDS_MAX, (phrase) => named(phrase) !== undefined)
  return spans.flatMap((span) => named(singulars.slice(...span)) ?? [])
}

/** The index's words for the things that some words name, and with `implied` what these names also say. */
export function namesWithin(words: string[], implied: boolean): string[] {
  const singulars = words.map(singular)
  const same = sameWithin(singulars)
  if (!implied) return same
  const also = [...phrasesIn(singulars), ...same].flatMap((phrase) => impliedBy.get(phrase) ?? [])
  return [...same, ...also]
}
