import type { Case, CaseCard } from '#contract/moderation/cases/cases.ts'

export const THING = '01930000-0000-7000-8000-0000000000b'
export const day = '2026-11-20T12:00:00.000Z'

export const cardOf = (number: number): CaseCard => ({
  id: `01930000-0000-7000-8000-0000000000a${number}`,
  target: { kind: 'product', id: THING + String(number) },
  title: `Phone ${number}`,
  photo: null,
  subject: { id: 'p1', name: 'Ama Mensah' },
  harm: 'money',
  risk: 8,
  reports: 2,
  openedAt: day,
})

export const caseOf = (number: number): Case => ({
  ...cardOf(number),
  state: 'open',
  text: 'Send the deposit first.',
  facts: [{ label: 'Price', text: 'GH₵900.00' }],
  changes: [],
  photos: [],
  message: null,
  review: null,
  profile: null,
  copies: [],
  link: `/products/${THING}${number}`,
  isDeleted: false,
  person: {
    id: 'p1',
    name: 'Ama Mensah',
    memberSince: day,
    leftAt: null,
    sameAs: [],
    phoneVerified: true,
    emailVerified: true,
    listings: 3,
    deals: 1,
    rating: null,
    reportsUpheld: 0,
    reports: 2,
    isStaff: false,
    bar: null,
    sanction: null,
    decisions: [],
  },
  signals: [
    {
      text: 'Far below the usual price',
      weight: 3,
      note: { parts: [], more: [{ label: 'Usual', text: 'GH₵1,800.00' }] },
      createdAt: day,
    },
  ],
  reportLines: [
    {
      id: 'r1',
      reason: 'Asks for money before showing the item',
      words: 'She wanted 200 first',
      pictures: [],
      weight: 4,
      reporter: { id: 'k', name: 'Kofi Boateng' },
      outside: null,
      createdAt: day,
    },
  ],
  answers: [{ words: 'I bought it at the Circle, with a receipt', createdAt: day }],
  proposal: null,
  similar: [],
})
