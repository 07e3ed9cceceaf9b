/**
 * Checks of buyers before they pay, by category. The card of an agreement, reminders and the page about safety show
 * these lines. Free of zod, because pages import it.
 */

interface CheckList {
  title: string
  /** Ids of categories. */
  categories: readonly string[]
  /** The most important first: reminders have only the first ones. */
  checks: readonly string[]
}

/** Lines in a reminder. */
export const FIRST_CHECKS = 2

/** For categories without lines of their own. */
const ANYTHING: CheckList = {
  title: 'Everything else',
  categories: [],
  checks: [
    'Look at it from all sides and try it out.',
    'Compare it with the photos and the description.',
    'Count what belongs to it: charger, cables, papers.',
  ],
}

export const CHECK_LISTS: readonly CheckList[] = [
  {
    title: 'Phones and tablets',
    categories: ['mobile'],
    checks: [
      'Dial *#06# and compare the IMEI with the one in the settings and on the box. If they differ, leave it.',
      'See the seller log out of the Google or Apple account. A locked phone is a brick.',
      'Put your own SIM in and make a call.',
      'Open the camera, and charge it for a minute.',
      'Ask for the receipt. A phone without one, far too cheap, was probably somebody else’s.',
    ],
  },
  {
    title: 'Computers and consoles',
    categories: ['computers', 'console'],
    checks: [
      'Start it, restart it, and play something for ten minutes. Heat shows itself late.',
      'Check memory and storage in the settings.',
      'See that no company, school or other person’s account is still on it.',
      'Try the screen, all keys or controllers, and the charger.',
    ],
  },
  {
    title: 'Accessories',
    categories: ['computer-accessories', 'console-accessories'],
    checks: [
      'Plug it into your own device and try it.',
      'Look for broken pins and bare cables.',
      'Play a disc to its menu, and check that a code was not used.',
    ],
  },
  {
    title: 'Cars, motorbikes and parts',
    categories: ['car'],
    checks: [
      'Compare the chassis number on the vehicle with the registration papers.',
      'See that the name on the papers is the person in front of you.',
      'Have the papers, the roadworthy certificate and the duties confirmed by the DVLA and by customs.',
      'Let your own mechanic look at it, and drive it.',
      'Change the ownership when you pay.',
    ],
  },
  {
    title: 'Homes and rooms',
    categories: ['home'],
    checks: [
      'Stand in the room, and ask a neighbour who the landlord is.',
      'See the landlord’s papers and the key in the door.',
      'Get a written agreement with names, amounts and dates, and a receipt for the rent.',
    ],
  },
  {
    title: 'Appliances and furniture',
    categories: ['home-furniture-appliances'],
    checks: [
      'See a fridge cold and an iron hot. Bring an extension cord if the room has no light.',
      'Ask where a used fridge was bought. Used refrigerators may not be imported into Ghana.',
      'Sit on it, open doors and drawers, and look at the back.',
    ],
  },
  {
    title: 'Clothes and shoes',
    categories: ['fashion'],
    checks: [
      'Try it on, both shoes.',
      'Look at seams, zips, soles and the label in daylight.',
      'Compare a brand’s logo and label with its own website. A bargain may be a copy.',
    ],
  },
  {
    title: 'Beauty and care',
    categories: ['beauty-personal-care'],
    checks: [
      'See that the seal is whole, and read the expiry date.',
      'Look for the FDA registration number on the pack.',
      'Smell it, and compare the pack with one from a shop.',
    ],
  },
  ANYTHING,
]

/** The lines for a category; general ones if it has none. */
export const checksOf = (category: string | null | undefined): CheckList =>
  CHECK_LISTS.find(({ categories }) => category && categories.includes(category)) ?? ANYTHING
