import { describe, expect, it } from 'vitest'
import { checkLetter, letterAddress, readLetter } from './contact-letter.ts'

const letter = {
  firstName: 'Esi',
  lastName: 'Quansah',
  email: 'esi@example.com',
  subject: 'Fees & safety',
  message: 'Good morning,\nis listing free?',
}

describe('a letter to support', () => {
  it('is trimmed as it is read', () => {
    const form = new FormData()
    for (const [field, value] of Object.entries(letter)) form.set(field, `  ${value} `)
    expect(readLetter(form)).toEqual(letter)
  })

  it('passes when every field is filled in', () => {
    expect(checkLetter(letter)).toEqual({})
  })

  it('needs all five fields', () => {
    const errors = checkLetter(readLetter(new FormData()))
    expect(Object.keys(errors)).toEqual(['firstName', 'lastName', 'email', 'subject', 'message'])
    expect(new Set(Object.values(errors))).toEqual(new Set(['This field is required']))
  })

  it.each(['esi', 'esi@', '@example.com', 'esi@example', 'e si@example.com'])(
    'refuses %s as an address',
    (email) => {
      expect(checkLetter({ ...letter, email })).toEqual({ email: 'Please enter a valid email address' })
    },
  )

  it('becomes an e-mail with all that was typed', () => {
    const { protocol, pathname, search } = new URL(letterAddress('help@example.com', letter))
    const fields = new URLSearchParams(search.replaceAll('+', '%2B'))
    expect(protocol + pathname).toBe('mailto:help@example.com')
    expect(fields.get('subject')).toBe('Fees & safety')
    expect(fields.get('body')).toBe('Good morning,\r\nis listing free?\r\n\r\nEsi Quansah\r\nesi@example.com')
  })
})
