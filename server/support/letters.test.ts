import { expect, it } from 'vitest'
import { publicConfig, readConfig } from '#server/config.ts'
import { letterToSupport, receipt } from './letters.ts'

const SITE = publicConfig(readConfig({}))
const LETTER = {
  id: '01930000-0000-7000-8000-00000000c0c0',
  first_name: 'Esi',
  last_name: 'Quansah',
  email: 'esi@home.example',
  subject: 'Fees',
  message: 'Is listing free?',
  created_at: '2026-10-01T12:00:00.000Z',
}

it('has one id however often it is tried, and another than its receipt', () => {
  const ids = [letterToSupport(LETTER, SITE), receipt(LETTER, SITE)].map(({ messageId }) => messageId)
  expect(ids).toEqual([`<contact.${LETTER.id}@localhost>`, `<receipt.${LETTER.id}@localhost>`])
})
