import type { SellerPage } from '#contract/sellers.ts'

/** schema.org ProfilePage about a Person, with public facts only. */
export function profilePageData(seller: SellerPage, publicUrl: string) {
  const url = `${publicUrl}/sellers/${seller.id}`
  const website = seller.contacts.find(({ kind }) => kind === 'website')?.value
  return {
    '@context': 'https://schema.org',
    '@type': 'ProfilePage',
    url,
    dateCreated: seller.memberSince,
    mainEntity: {
      '@type': 'Person',
      '@id': `${url}#person`,
      identifier: seller.id,
      name: seller.name,
      url,
      ...(seller.bio && { description: seller.bio }),
      ...(seller.avatar && { image: `${publicUrl}${seller.avatar}-256.jpg` }),
      ...(seller.location && { homeLocation: { '@type': 'Place', name: seller.location } }),
      ...(website && { sameAs: [website] }),
    },
  }
}
