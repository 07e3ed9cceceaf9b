import { describe, expect, it } from 'vitest'
import { publicContacts, sellerName } from './rules.ts'

const nobody = {
  email: null,
  emailVisibility: 'signed-in',
  phone: null,
  phoneVisibility: 'signed-in',
  website: null,
  websiteVisibility: 'everyone',
} as const

describe('what a public page says of a seller', () => {
  it('shows what is for everyone, hints at what is for signed-in people, hides the rest', () => {
    const contacts = publicContacts({
      ...nobody,
      email: 'ama@example.com',
      emailVisibility: 'nobody',
      phone: '+233200000001',
      website: 'https://ama.example.com',
    })
    expect(contacts).toEqual([
      { kind: 'phone', value: null },
      { kind: 'website', value: 'https://ama.example.com' },
    ])
  })

  it('says nothing of details that were not supplied', () => {
    expect(publicContacts(nobody)).toEqual([])
  })

  it.each([
    [{ fullName: 'Ama Mensah', username: 'ama' }, 'Ama Mensah'],
    [{ fullName: '', username: 'ama' }, 'ama'],
    [{ fullName: null, username: null }, 'Unknown'],
  ])('calls %j %s', (profile, name) => {
    expect(sellerName(profile)).toBe(name)
  })
})
