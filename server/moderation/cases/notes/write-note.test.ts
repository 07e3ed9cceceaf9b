import { describe, expect, it } from 'vitest'
import { ACT_SENTENCES, SIGNAL_SENTENCES } from './sentences.ts'
import { type Known, writeNote } from './write-note.ts'

const AMA = '01930000-0000-7000-8000-00000000000a'
const PHONE = '01930000-0000-7000-8000-00000000000b'
const owner = { text: 'Ama', link: `/moderation/people/${AMA}` }
const known: Known = {
  named: new Map([
    [AMA, { ...owner, owner: null }],
    [PHONE, { text: '‘Nokia 3310’', link: `/products/${PHONE}`, owner }],
  ]),
  categories: new Map([['mobile', 'Mobile Phones']]),
  money: { currency: 'GHS', symbol: 'GH₵', symbolAfter: false, group: ',', decimal: '.' },
}

function told(
  sentence: string | undefined,
  detail: object,
  target: { kind: string; id: string } | null = null,
) {
  const { parts, more } = writeNote({ sentence, detail: { ...detail }, target }, known)
  return { text: parts.map(({ text }) => text).join(''), more }
}

describe('a note', () => {
  it('names people and listings with links instead of their ids', () => {
    const detail = { productId: PHONE, deniedBy: AMA }
    expect(writeNote({ sentence: SIGNAL_SENTENCES['deal-denied'], detail, target: null }, known)).toEqual({
      parts: [
        { text: 'Ama', link: `/moderation/people/${AMA}` },
        { text: ' denies the deal about ', link: null },
        { text: '‘Nokia 3310’', link: `/products/${PHONE}` },
        { text: ' of ', link: null },
        owner,
      ],
      more: [],
    })
  })

  it.each([
    [
      'far-below-usual',
      { price: 300, of: 'offered', low: 950, high: 1100 },
      'It costs GH₵300.00. Similar items are offered for GH₵950.00 to GH₵1,100.00',
    ],
    [
      'wrong-category',
      { suggested: 'mobile', listedIn: 'gone' },
      'It is listed in ‘gone’, but its title suggests ‘Mobile Phones’',
    ],
    [
      'photo-of-another',
      { first: { listing: PHONE, title: 'Nokia', seller: AMA } },
      'The photo was first in ‘Nokia 3310’ of Ama',
    ],
    [
      'photo-of-another',
      { first: { listing: 'gone', title: 'هاتف', seller: AMA } },
      'The photo was first in ‘\u2068هاتف\u2069’ (no longer listed) of Ama',
    ],
    [
      'photo-of-another',
      { first: { listing: 'gone', title: 'Nokia', seller: 'gone too' } },
      'The photo was first in ‘Nokia’ (no longer listed) of a deleted account',
    ],
    ['trick-words', { words: ['pay first', 'send it'] }, 'The words are ‘pay first’, ‘send it’'],
    ['text-of-another', { listing: AMA, likeness: '91 %' }, '91 % the same as Ama'],
    [
      'text-of-another',
      { listing: PHONE.replace('b', 'c'), likeness: '91 %' },
      '91 % the same as something deleted',
    ],
  ] as const)('writes %s with amounts in the currency and categories by name', (reason, detail, text) => {
    expect(told(SIGNAL_SENTENCES[reason], detail)).toEqual({ text, more: [] })
  })

  it.each([
    ['changed-role', { before: null, role: 'moderator' }, 'Changed the role of Ama from none to moderator'],
    [
      'changed-word-list',
      { name: 'apps', added: ['zonto'], removed: [] },
      'Changed the word list ‘apps’: added ‘zonto’, removed nothing',
    ],
    ['looked-at-messages', { case: PHONE }, 'Looked at the messages around Ama in case 00000B'],
    [
      'took-decision-back',
      { case: PHONE, action: 'warn' },
      'Took back the decision ‘Warn’ about Ama in case 00000B',
    ],
    [
      'closed-with-decision',
      { case: PHONE, action: 'ban' },
      'Closed case 00000B about Ama with the decision ‘Ban’',
    ],
  ])('writes the act %s', (action, detail, text) => {
    expect(told(ACT_SENTENCES[action], detail, { kind: 'person', id: AMA })).toEqual({ text, more: [] })
  })

  it('names the action and the rule of a decision that was taken back in words', () => {
    const detail = { case: PHONE, action: 'approve', rule: 'true-listings', words: 'Show your own' }
    expect(told(ACT_SENTENCES['took-decision-back'], detail, { kind: 'person', id: AMA })).toEqual({
      text: 'Took back the decision ‘Nothing is wrong’ about Ama in case 00000B',
      more: [
        { label: 'Rule', text: 'A listing shows and says what is really for sale.' },
        { label: 'Words', text: 'Show your own' },
      ],
    })
    const later = { ...detail, action: 'of-a-newer-version', rule: null }
    expect(told(ACT_SENTENCES['took-decision-back'], later, { kind: 'person', id: AMA })).toMatchObject({
      text: 'Took back the decision ‘of-a-newer-version’ about Ama in case 00000B',
      more: [{ label: 'Rule', text: 'none' }, { label: 'Words' }],
    })
  })

  it('says that a target was deleted', () => {
    const target = { kind: 'person', id: PHONE.replace('b', 'c') }
    expect(told(ACT_SENTENCES['looked-at-held-message'], {}, target).text).toBe('Looked at a deleted account')
  })

  it('names ten of many people', () => {
    const people = Array.from({ length: 13 }, () => AMA)
    expect(told(ACT_SENTENCES['searched-people'], { people }).text).toMatch(/found Ama(, Ama){9} and 3 more$/)
  })

  it('lists what the sentence leaves out, and everything if a detail of the sentence is missing', () => {
    const more = [
      { label: 'Price', text: 'GH₵300.00' },
      { label: 'Similar ones', text: 'offered for 950 to 1100' },
    ]
    const old = { price: 300, 'similar ones': 'offered for 950 to 1100' }
    expect(told(SIGNAL_SENTENCES['far-below-usual'], old)).toEqual({ text: '', more })
    const form = { name: 'lottery', isLive: false, before: { rank: 2, words: ['a', 'b'] } }
    expect(told(ACT_SENTENCES['added-guard-rule'], form)).toEqual({
      text: 'Added the guard rule ‘lottery’',
      more: [
        { label: 'In use', text: 'no' },
        { label: 'Before', text: 'rank 2, words a, b' },
      ],
    })
    expect(told(undefined, { aNewThing: AMA })).toEqual({
      text: '',
      more: [{ label: 'A new thing', text: 'Ama' }],
    })
  })
})
