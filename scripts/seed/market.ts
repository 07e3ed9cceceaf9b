import { searchColumns } from '#server/search/service.ts'
import { createListings, type Listing } from './listing.ts'
import { createRandom, type Random, zipf } from './random.ts'
import { FIRST_NAMES, LAST_NAMES } from './sentences.ts'

export interface Area {
  id: number
  kind: string
  name: string
  region: string
  /** Its own id and those of the surrounding places. */
  place_ids: number[]
}
export interface StoredPhoto {
  image_url: string
  width: number
  height: number
  thumbhash: string
  dhash: string
}
export interface MarketPlan {
  products: number
  seed: number
  /** Time of the youngest product; the oldest is two years older. */
  until: Date
  places: Area[]
  photos: StoredPhoto[]
}

const TWO_YEARS = 2 * 365 * 86_400_000

/** A field in COPY's text format. */
const field = (value: string) => value.replace(/[\\\t\n\r]/g, (found) => COPY_ESCAPES[found] ?? found)
const COPY_ESCAPES: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

/** A uuidv7 for a moment: keys are in the order of time, like the database's own. */
function uuidAt(moment: number, random: Random): string {
  const time = moment.toString(16).padStart(12, '0')
  const hex = (digits: number) =>
    random
      .below(16 ** digits)
      .toString(16)
      .padStart(digits, '0')
  const variant = (8 + random.below(4)).toString(16)
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(3)}-${variant}${hex(3)}-${hex(6)}${hex(6)}`
}

const PHONES = 10_000_000

interface Seller {
  id: string
  line: string
}

/** A number that no seller has yet, because a verified number belongs to one person. */
function unusedPhone(taken: Set<number>, random: Random): string {
  let number = random.below(PHONES)
  while (taken.has(number)) number = (number + 1) % PHONES
  taken.add(number)
  return `+23324${String(number).padStart(7, '0')}`
}

/** Sellers joined before the oldest product. */
function* sellersOf(plan: MarketPlan, random: Random): Generator<Seller> {
  const count = Math.max(20, Math.round(plan.products / 150))
  const phones = new Set<number>()
  for (let number = 1; number <= count; number++) {
    const joined = plan.until.getTime() - TWO_YEARS - random.below(TWO_YEARS)
    const id = uuidAt(joined, random)
    const first = random.pick(FIRST_NAMES)
    const last = random.pick(LAST_NAMES)
    const phone = unusedPhone(phones, random)
    const username = `${first}.${last}.s${plan.seed}.${number}`.toLowerCase()
    const joinedAt = new Date(joined).toISOString()
    const columns = [
      id,
      username,
      `${first} ${last}`,
      phone,
      random.chance(0.6) ? 't' : 'f',
      joinedAt,
      joinedAt,
    ]
    yield { id, line: `${columns.join('\t')}\n` }
  }
}

export const SELLER_COLUMNS = 'id, username, full_name, phone, phone_verified, created_at, updated_at'
export const PRODUCT_COLUMNS = `id, title, description, price, price_type, category_id, condition, region, location, tags,
  attributes, status, seller_id, created_at, updated_at,
  status_changed_at, place_id, place_ids, search_words, search_version`
export const IMAGE_COLUMNS = 'product_id, image_url, is_primary, width, height, thumbhash, dhash'

function productLine(
  id: string,
  listing: Listing,
  town: Area,
  location: string,
  sellerId: string,
  at: string,
) {
  const tags = `{${listing.tags.map((tag) => `"${tag}"`).join(',')}}`
  const { title, description, price, priceType, category, condition, attributes, status } = listing
  const columns = [id, field(title), field(description), price, priceType, category, condition, town.region]
  const { search_words: words, search_version: version } = searchColumns({
    title,
    description,
    category_id: category,
    tags: listing.tags,
    attributes: JSON.parse(attributes) as Record<string, string | number>,
  })
  const found = [`{${words.map((word) => `"${word}"`).join(',')}}`, version]
  return `${[...columns, field(location), tags, field(attributes), status, sellerId, at, at, at, town.id, `{${town.place_ids.join(',')}}`, ...found].join('\t')}\n`
}

export interface Market {
  sellers(): Iterable<string>
  /** Products in the order of time. `image` is empty without a photo. */
  products(): Iterable<{ product: string; image: string }>
}

/** Lines for COPY; the same plan gives the same lines. */
export function createMarket(plan: MarketPlan): Market {
  const random = createRandom(plan.seed)
  const sellers = [...sellersOf(plan, random)]
  const towns = plan.places.filter((town) => town.kind === 'town')
  const pickTown = zipf(towns.length, 0.9)
  const pickSeller = zipf(sellers.length, 0.5)
  const newListing = createListings(random)
  const start = plan.until.getTime() - TWO_YEARS

  function* products() {
    for (let number = 0; number < plan.products; number++) {
      const town = towns[pickTown(random)] as Area
      const moment = Math.floor(start + (TWO_YEARS * (number + random.fraction())) / plan.products)
      const id = uuidAt(moment, random)
      const location = random.chance(0.15) ? `${town.name}, ${town.region}` : town.name
      const seller = sellers[pickSeller(random)] as Seller
      const at = new Date(moment).toISOString()
      const product = productLine(id, newListing(town.name), town, location, seller.id, at)
      const photo = plan.photos.length > 0 && random.chance(0.85) ? random.pick(plan.photos) : undefined
      yield { product, image: photo ? imageLine(id, photo) : '' }
    }
  }
  return { sellers: () => sellers.map((seller) => seller.line), products }
}

const imageLine = (productId: string, photo: StoredPhoto) =>
  `${[productId, field(photo.image_url), 't', photo.width, photo.height, photo.thumbhash, photo.dhash].join('\t')}\n`
