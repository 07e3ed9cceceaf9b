import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { Registration } from '#contract/accounts/accounts.ts'
import { ProfileForm } from '#contract/accounts/profiles.ts'
import { reviewsContract, ReviewForm } from './reviews.ts'
import { DraftForm, ListingForm } from '#contract/selling/selling.ts'
import { ContactMessage } from './support.ts'

const MISSING = 'This field is required'
const NAME_TOO_SHORT = 'Name must be at least 2 characters long'

/** Every text field: its schema, its maximum length, and the message if it must not be empty. */
const LINES: [string, z.ZodMiniType, number, string?][] = [
  ['the name at registration', Registration.shape.name, 50, NAME_TOO_SHORT],
  ['the full name of a profile', ProfileForm.shape.fullName, 50],
  ['the username of a profile', ProfileForm.shape.username, 50],
  ['the location of a profile', ProfileForm.shape.location, 100],
  ['the title of a listing', ListingForm.shape.title, 100, 'Title too short'],
  ['the title of a draft', DraftForm.shape.title, 100],
  ['the location of a listing', ListingForm.shape.location, 100],
  ['a tag', ListingForm.shape.tags.def.element, 30, MISSING],
  ['the name of a detail', ListingForm.shape.customFields.def.element.shape.name, 40, MISSING],
  ['the value of a detail', ListingForm.shape.customFields.def.element.shape.value, 100, MISSING],
  ['the title of a review', ReviewForm.shape.title, 100],
  ['the first name of a message to support', ContactMessage.shape.firstName, 50, MISSING],
  ['the last name of a message to support', ContactMessage.shape.lastName, 50, MISSING],
  ['the subject of a message to support', ContactMessage.shape.subject, 100, MISSING],
]
const PARAGRAPHS: typeof LINES = [
  ['the bio of a profile', ProfileForm.shape.bio, 500],
  ['the description of a listing', ListingForm.shape.description, 2000],
  ['the description of a draft', DraftForm.shape.description, 2000],
  ['the comment of a review', ReviewForm.shape.comment, 500],
  ['the answer to a review', reviewsContract.replyToReview.body.shape.text, 500, MISSING],
  ['the message of a message to support', ContactMessage.shape.message, 5000, MISSING],
]

const NUL = '\u0000'
const OVERRIDES = ['\u202a', '\u202b', '\u202d', '\u202e', '\u2066', '\u2067', '\u2068']
const BLANK = ['', ' \n\t ', '\u200b\ufeff', '\u3164\u3164\u3164', '\u2800\u2800\u2800']

const problemOf = (schema: z.ZodMiniType, text: unknown) =>
  z.safeParse(schema, text).error?.issues[0]?.message

describe.each([...LINES, ...PARAGRAPHS])('%s', (_, schema, most, missing) => {
  it.each(BLANK)('treats %j as empty', (text) => {
    expect(z.safeParse(schema, text).data).toBe(missing === undefined ? '' : undefined)
    expect(problemOf(schema, text)).toBe(missing)
  })

  it('rejects text above the maximum length', () => {
    expect(problemOf(schema, 'a'.repeat(most))).toBeUndefined()
    expect(problemOf(schema, 'a'.repeat(most + 1))).toBe(`Must be at most ${most} characters long`)
  })

  it.each([NUL, '\u0007', '\u00ad', '\u200b', ...OVERRIDES])('removes %j, which nobody sees', (sign) => {
    expect(z.parse(schema, `Ama${sign}Mensah`)).toBe('AmaMensah')
  })
})

const WITH_SPACES = LINES.filter(([name]) => name !== 'the username of a profile')

it.each(WITH_SPACES)('%s becomes one line', (_, schema) => {
  for (const sign of ['\n', '\r', '\t', '\u0085', '\u2028', '\u2029'])
    expect(z.parse(schema, `Ama${sign}Mensah`)).toBe('Ama Mensah')
  expect(z.parse(schema, '  Ama-Mensah\n')).toBe('Ama-Mensah')
})

it.each(PARAGRAPHS)('%s gets uniform line ends', (_, schema) => {
  expect(z.parse(schema, '\r\nOne\r\n\tTwo\rThree\r\n')).toBe('One\n\tTwo\nThree')
})

it.each(['Ama Mensah', "Kwame N'krumah-Osei", 'Adwoa Ɔbaa Yaa', 'José', '王芳', 'Toys 👨‍👩‍👧'])(
  '%s is a valid name',
  (name) => {
    expect(z.parse(Registration.shape.name, name)).toBe(name)
  },
)
