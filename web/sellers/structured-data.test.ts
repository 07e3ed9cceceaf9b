import { expect, it } from 'vitest'
import type { SellerPage } from '#contract/sellers.ts'
import { profilePageData } from './structured-data.ts'

const seller: SellerPage = {
  id: '01930000-0000-7000-8000-00000000a3a0',
  name: 'Ama Mensah',
  avatar: '/photos/avatars/a/0123',
  memberSince: '2026-10-01T12:00:00.000Z',
  phoneVerified: true,
  emailVerified: true,
  deals: 0,
  kept: null,
  asBuyer: null,
  replyMinutes: null,
  replyRate: null,
  bio: 'Well kept things.',
  location: 'Osu, Accra',
  rating: { average: 4.5, count: 2 },
  contacts: [
    { kind: 'phone', value: '+233100000101' },
    { kind: 'email', value: null },
    { kind: 'website', value: 'https://ama.example.com' },
  ],
}

it('describes the person to search engines without a phone number', () => {
  const data = profilePageData(seller, 'https://sankofa.example')
  expect(data).toMatchObject({
    '@type': 'ProfilePage',
    url: 'https://sankofa.example/sellers/01930000-0000-7000-8000-00000000a3a0',
    mainEntity: {
      '@type': 'Person',
      name: 'Ama Mensah',
      image: 'https://sankofa.example/photos/avatars/a/0123-256.jpg',
      sameAs: ['https://ama.example.com'],
    },
  })
  expect(JSON.stringify(data)).not.toContain('+233')
})

it('omits missing data', () => {
  const { mainEntity } = profilePageData(
    { ...seller, avatar: null, bio: '', location: '', contacts: [{ kind: 'website', value: null }] },
    'https://sankofa.example',
  )
  expect(Object.keys(mainEntity)).toEqual(['@type', '@id', 'identifier', 'name', 'url'])
})
