import { expect, it } from 'vitest'
import { publicConfig, readConfig } from '#server/config/config.ts'
import { contactEmail, receiptEmail } from './contact-emails.ts'

const SITE = publicConfig(readConfig({}))
const MESSAGE = {
  id: '01930000-0000-7000-8000-00000000c0c0',
  first_name: 'Esi',
  last_name: 'Quansah',
  email: 'esi@home.example',
  subject: 'Fees',
  message: 'Is listing free?',
  created_at: '2026-10-01T12:00:00.000Z',
}

it('a contact mail has a fixed message id that differs from its receipt’s', () => {
  const ids = [contactEmail(MESSAGE, SITE), receiptEmail(MESSAGE, SITE)].map(({ messageId }) => messageId)
  expect(ids).toEqual([`<contact.${MESSAGE.id}@localhost>`, `<receipt.${MESSAGE.id}@localhost>`])
})
