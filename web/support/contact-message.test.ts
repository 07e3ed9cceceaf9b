import { describe, expect, it } from 'vitest'
import { checkMessage, toErrors, findFirstInvalid, readMessage } from './contact-message.ts'

const contactMessage = {
  firstName: 'Esi',
  lastName: 'Quansah',
  email: 'esi@example.com',
  subject: 'Fees & safety',
  message: 'Good morning,\nis listing free?',
}

describe('a message to support', () => {
  it('is trimmed when read', () => {
    const form = new FormData()
    for (const [field, value] of Object.entries(contactMessage)) form.set(field, `  ${value} `)
    expect(readMessage(form)).toEqual(contactMessage)
  })

  it('passes when every field is filled in', () => {
    expect(checkMessage(contactMessage)).toEqual({})
  })

  it('requires all five fields', () => {
    const errors = checkMessage(readMessage(new FormData()))
    expect(Object.keys(errors)).toEqual(['firstName', 'lastName', 'email', 'subject', 'message'])
    expect(new Set(Object.values(errors))).toEqual(new Set(['This field is required']))
  })

  it.each(['esi', 'esi@', '@example.com', 'esi@example', 'e si@example.com'])(
    'rejects %s as an address',
    (email) => {
      expect(checkMessage({ ...contactMessage, email })).toEqual({
        email: 'Please enter a valid email address',
      })
    },
  )

  it("shows the server's field errors and the first of them in order", () => {
    const problems = [
      { field: 'subject', message: 'Must be at most 100 characters long' },
      { field: 'email', message: 'Please enter a valid email address' },
      { field: 'clientKey', message: 'Not a client key' },
    ]
    const errors = toErrors(problems)
    expect(Object.keys(errors)).toEqual(['email', 'subject'])
    expect(findFirstInvalid(errors)).toBe('email')
    expect(findFirstInvalid({})).toBeUndefined()
  })
})
