import type { DemoConversation, DemoPerson, DemoProduct } from '#demo/demo-types.ts'
import { ATTRIBUTE_TEXT_MAX } from '#contract/catalog/attribute-rules.ts'
import {
  BIO_MAX,
  CUSTOM_FIELD_NAME_MAX,
  CUSTOM_FIELD_VALUE_MAX,
  CUSTOM_FIELDS_MAX,
  DESCRIPTION_MAX,
  FULL_NAME_MAX,
  LOCATION_MAX,
  MESSAGE_MAX,
  PRICE_MAX,
  REVIEW_COMMENT_MAX,
  REVIEW_REPLY_MAX,
  REVIEW_TITLE_MAX,
  TAG_MAX,
  TAGS_MAX,
  TITLE_MAX,
} from '#contract/limits.ts'

/** A word wider than a phone, without a break opportunity. */
const UNBROKEN = 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch'
const SENTENCE = 'Nearly new, with its box and charger, seen at Kaneshie First Light after six. '

/** Text of exactly this length with one very long word in it. */
export const longText = (length: number, beginning = ''): string => {
  const text = `${beginning} ${UNBROKEN} ${SENTENCE.repeat(Math.ceil(length / SENTENCE.length))}`.trim()
  return `${text.slice(0, length - 1)}x`
}

const HOURS_OF_A_YEAR = 365 * 24

/** A person with every field filled to its limit. */
const richPerson = (key: string, fullName: string, phone: string): DemoPerson => ({
  key,
  fullName: fullName.slice(0, FULL_NAME_MAX),
  username: `${key}_`.padEnd(30, 'agyeman_boateng_'),
  email: `${key}.${'agyeman-boateng-oforiwaa'.repeat(2)}@example.com`,
  phone,
  phoneVerified: true,
  website: `https://${key}.example.com/${'everything-that-we-sell-'.repeat(6)}`,
  bio: longText(BIO_MAX),
  location: longText(LOCATION_MAX),
  memberForDays: 1200,
})

/** Seller with every contact way, the longest name and the fullest listings. */
export const RICH_SELLER = richPerson(
  'akosua',
  'Nana Akosua-Konadu Agyeman-Rawlings-Frimpomaa-Osei',
  '+233100000901',
)
/** Buyer of the rich seller's listings, who sells as well. */
export const RICH_BUYER = richPerson(
  'kwabena',
  'KwabenaFrimpongBoatengAgyemanOforiAttaDankwaAkufo-Addo',
  '+233100000902',
)
/** Person who joined yesterday, is blocked, and has a link that waits for a moderator. */
export const NEWCOMER: DemoPerson = {
  ...richPerson('nii', 'Nii-Armah Quaye-Frimpong-Manso-Adjei-Barimah-Sackey', '+233100000903'),
  memberForDays: 1,
}
/** Person with only a name. */
export const POOR_PERSON: DemoPerson = {
  key: 'bo',
  fullName: 'Bo',
  username: 'bo_',
  email: 'bo@example.com',
  bio: '',
  location: '',
  memberForDays: 1,
}
/** Person who writes listings; the typed text is stored as drafts, which nobody else here may have. */
export const LISTER: DemoPerson = { ...POOR_PERSON, key: 'mo', username: 'mo_', email: 'mo@example.com' }
/** Seller of one listing with only the required fields. */
export const POOR_SELLER: DemoPerson = { ...POOR_PERSON, key: 'yo', username: 'yo_', email: 'yo@example.com' }
export const MODERATOR: DemoPerson = {
  ...POOR_PERSON,
  key: 'efua',
  fullName: 'Efua Decides',
  username: 'efua_decides',
  email: 'efua@example.com',
}

const PHOTOS = [
  'drawn-iphone-12.jpg',
  'caleb-george-536388-unsplash.jpg',
  'drawn-tecno-spark.jpg',
  'brandi-redd-104140-unsplash.jpg',
  'drawn-galaxy-a54.jpg',
]

const numbered = (count: number, length: number, word: string) =>
  Array.from({ length: count }, (_, index) => `${word}${index}`.padEnd(length, 'wonderful'))

const richProduct = (seller: string, beginning: string, change: Partial<DemoProduct> = {}): DemoProduct => ({
  seller,
  title: longText(TITLE_MAX, beginning),
  description: longText(DESCRIPTION_MAX),
  price: PRICE_MAX,
  priceType: 'negotiable',
  categoryId: 'mobile',
  condition: 'like-new',
  region: 'Greater Accra',
  location: longText(LOCATION_MAX, 'Adabraka Official Town'),
  tags: numbered(TAGS_MAX, TAG_MAX, 'tag'),
  customFields: numbered(CUSTOM_FIELDS_MAX, CUSTOM_FIELD_NAME_MAX, 'Detail').map((name) => ({
    name,
    value: longText(CUSTOM_FIELD_VALUE_MAX),
  })),
  attributes: { brand: 'Samsung', model: 'Galaxy Z Fold 5 Ultra', storage: '1000', ram: '16' },
  status: 'available',
  ageHours: 2,
  photos: PHOTOS,
  reviews: [],
  ...change,
})

const BUYERS_REVIEW = {
  by: RICH_BUYER.key,
  rating: 5,
  title: longText(REVIEW_TITLE_MAX),
  comment: longText(REVIEW_COMMENT_MAX),
  ageHours: HOURS_OF_A_YEAR,
  answer: { text: longText(REVIEW_REPLY_MAX), ageHours: 3 },
} as const

/** Full titles of the listings that looks open. */
export const RICH_TITLE = richProduct('', 'Galaxy of the seller').title
export const BOUGHT_TITLE = richProduct('', 'Galaxy of the buyer').title
/** Sold to the poor seller in the looks. */
export const DEAL_TITLES = ['tenth', 'last'].map(
  (which) => richProduct('', `Galaxy for the ${which} time`).title,
)
export const POOR_TITLE = 'Cup'

export const PRODUCTS: DemoProduct[] = [
  richProduct(RICH_SELLER.key, 'Galaxy of the seller', { reviews: [BUYERS_REVIEW] }),
  richProduct(RICH_SELLER.key, 'Galaxy that is reserved', { status: 'reserved', buyer: RICH_BUYER.key }),
  richProduct(RICH_SELLER.key, 'Galaxy that is sold', { status: 'sold', buyer: RICH_BUYER.key }),
  richProduct(RICH_SELLER.key, 'Galaxy that is a draft', { status: 'draft' }),
  richProduct(RICH_BUYER.key, 'Galaxy of the buyer', { priceType: 'fixed', ageHours: 1 }),
  // Their models differ, so that the filter has more values than it shows at first.
  ...[
    'first',
    'second',
    'third',
    'fourth',
    'fifth',
    'sixth',
    'seventh',
    'eighth',
    'ninth',
    'tenth',
    'last',
  ].map((which, index) =>
    richProduct(RICH_BUYER.key, `Galaxy for the ${which} time`, {
      ageHours: 3 + index,
      attributes: { brand: 'Samsung', model: longText(ATTRIBUTE_TEXT_MAX, `Galaxy ${which}`) },
    }),
  ),
  {
    seller: POOR_SELLER.key,
    title: POOR_TITLE,
    description: '',
    price: 1,
    priceType: 'fixed',
    categoryId: 'other',
    condition: 'fair',
    region: 'Oti',
    location: '',
    tags: [],
    status: 'available',
    ageHours: 30,
    photos: [],
    reviews: [],
  },
]

export const PEOPLE = [RICH_SELLER, RICH_BUYER, NEWCOMER, POOR_PERSON, LISTER, POOR_SELLER, MODERATOR]

export const CONVERSATIONS: DemoConversation[] = [
  {
    product: RICH_TITLE,
    buyer: RICH_BUYER.key,
    messages: [
      { by: RICH_BUYER.key, text: UNBROKEN.repeat(4), ageHours: 900 },
      {
        by: RICH_SELLER.key,
        text: longText(MESSAGE_MAX),
        ageHours: 30,
        reactions: { [RICH_BUYER.key]: 'heart', [RICH_SELLER.key]: 'heart' },
      },
      { by: RICH_BUYER.key, text: 'Ok', ageHours: 2, reactions: { [RICH_SELLER.key]: 'thumbsup' } },
      { by: RICH_BUYER.key, text: 'Send a deposit first by MoMo and I keep it for you.', ageHours: 1 },
    ],
    unread: 2,
  },
  {
    product: BOUGHT_TITLE,
    buyer: RICH_SELLER.key,
    messages: [{ by: RICH_SELLER.key, text: longText(300), ageHours: 40 }],
    unread: 0,
  },
]
