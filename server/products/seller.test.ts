import { describe, expect, it } from 'vitest'
import { publicContacts, sellerName } from './seller.ts'

const nobody = {
  email: null,
  email_visibility: 'signed-in',
  phone: null,
  phone_visibility: 'signed-in',
  website: null,
  website_visibility: 'everyone',
} as const

describe('a seller on a public page', () => {
  it('shows public contacts, hints at those for signed-in people, and hides the rest', () => {
    const contacts = publicContacts({
      ...nobody,
      email: 'ama@example.com',
      email_visibility: 'nobody',
      phone: '+233200000001',
      website: 'https://ama.example.com',
    })
    expect(contacts).toEqual([
      { kind: 'phone', value: null },
      { kind: 'website', value: 'https://ama.example.com' },
    ])
  })

  it('has no contacts if none were supplied', () => {
    expect(publicContacts(nobody)).toEqual([])
  })

  it.each([
    [{ full_name: 'Ama Mensah', username: 'ama' }, 'Ama Mensah'],
    [{ full_name: '', username: 'ama' }, 'ama'],
    [{ full_name: null, username: null }, 'Unknown'],
  ])('%j is shown as %s', (profile, name) => {
    expect(sellerName(profile)).toBe(name)
  })
})
