import type { DemoProduct } from '#demo/demo-types.ts'

export const SEALED_PHONE = 'Samsung Galaxy S23, 256 GB, sealed box'
export const CAPSULES = 'Amoxicillin capsules, unopened packs'
export const SLIMMING_TEA = 'Slimming tea, flat tummy in seven days'
export const SOFT_LOAN = 'Soft loan in one hour, no papers'
export const FAST_CONSOLE = 'PlayStation 5 with two pads, fast dispatch'
export const CHEAP_PHONE = 'iPhone 14 at clearance price, all regions'

const listing = (
  change: Pick<DemoProduct, 'seller' | 'title' | 'description' | 'price' | 'ageHours'> & Partial<DemoProduct>,
): DemoProduct => ({
  priceType: 'fixed',
  categoryId: 'other',
  condition: 'new',
  region: 'Greater Accra',
  location: 'Accra',
  tags: [],
  status: 'available',
  photos: [],
  reviews: [],
  ...change,
})

/** Listings that moderators hold or have removed, so nobody else sees them. */
export const DOUBTFUL_LISTINGS: DemoProduct[] = [
  listing({
    seller: 'ebo',
    title: SEALED_PHONE,
    description:
      'Direct from Dubai, sealed. This price is for today only. Delivery fee by MoMo first, then my driver brings it to your town the same day.',
    price: 1200,
    categoryId: 'mobile',
    region: 'Central',
    location: 'Kasoa',
    ageHours: 31,
    // A copy of the photo in Ama's listing.
    photos: ['drawn-galaxy-a54.jpg'],
  }),
  listing({
    seller: 'kobby',
    title: CAPSULES,
    description:
      'Three packs left over after my grandmother got better. Not expired. No need to see a doctor.',
    price: 60,
    categoryId: 'beauty-personal-care',
    region: 'Central',
    location: 'Agona Swedru',
    ageHours: 125,
  }),
  listing({
    seller: 'lydia',
    title: SOFT_LOAN,
    description: 'For workers and traders. A small processing charge, then the money is on your wallet.',
    price: 100,
    ageHours: 25 * 24,
  }),
  listing({
    seller: 'lydia',
    title: SLIMMING_TEA,
    description: 'Melts fat while you sleep and cures ulcer. Guaranteed result or your money back.',
    price: 150,
    categoryId: 'beauty-personal-care',
    ageHours: 47 * 24,
  }),
  listing({
    seller: 'desmond',
    title: CHEAP_PHONE,
    description: 'Clearance sale. Payment first, then dispatch to all regions within the hour.',
    price: 900,
    categoryId: 'mobile',
    ageHours: 68 * 24,
  }),
  listing({
    seller: 'desmond',
    title: FAST_CONSOLE,
    description: 'Brand new, only three left. Payment before dispatch, no inspection.',
    price: 1400,
    categoryId: 'console',
    ageHours: 90 * 24,
  }),
]
