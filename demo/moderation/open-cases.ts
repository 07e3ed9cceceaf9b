import { SEALED_PHONE } from './doubtful-listings.ts'
import { STOOL } from './doubtful-conversations.ts'
import type { DemoCase } from './moderation-types.ts'

/** Cases that wait at the moderators' desk, from a trick before payment to a wrong category. */
export const OPEN_CASES: DemoCase[] = [
  {
    about: { kind: 'product', listing: 'White client chair from a closing beauty shop' },
    reports: [
      { by: 'abena', reason: 'wrong-category', words: 'This is furniture, not beauty.', ageHours: 32 },
    ],
  },
  {
    about: { kind: 'product', listing: SEALED_PHONE },
    reports: [
      {
        by: 'kwabena',
        reason: 'delivery-fee',
        words: 'He wants the delivery fee on MoMo before anybody has seen the phone.',
        ageHours: 29,
      },
      {
        by: 'ama',
        reason: 'misleading',
        words: 'The picture is from my own listing of the A54 in Osu.',
        ageHours: 22,
      },
    ],
    signals: [
      { reason: 'first-listing' },
      { reason: 'trick-words', detail: { words: ['delivery fee by momo first then'] } },
      { reason: 'photo-of-another' },
    ],
    decisions: [{ by: 'edem', action: 'hold', ageHours: 18 }],
    answer: {
      words:
        'Good morning. The phone is with my brother in Dubai and comes on Friday. The picture is only to show the colour.',
      ageHours: 6,
    },
  },
  {
    about: { kind: 'message', listing: SEALED_PHONE, buyer: 'kofi', index: 3 },
    reports: [
      {
        by: 'kofi',
        reason: 'prepayment',
        words: 'I asked to see it first, and he wants 400 by MoMo before that.',
        ageHours: 25.8,
      },
    ],
  },
  {
    about: { kind: 'person', person: 'lydia' },
    reports: [
      {
        by: 'adwoa',
        reason: 'spam',
        words: 'She writes to every seller about loans and asks for a processing charge.',
        ageHours: 14,
      },
    ],
  },
  {
    about: { kind: 'message', listing: STOOL, buyer: 'felix', index: 2 },
    reports: [{ by: 'akosua', reason: 'harassment', ageHours: 11.8 }],
  },
  {
    about: { kind: 'review', listing: 'Match football, size 5, well worn', by: 'kofi' },
    reports: [
      {
        by: 'nii',
        reason: 'false-review',
        words: 'I wrote "well worn" in the title. Two stars is not fair.',
        ageHours: 7,
      },
    ],
  },
  {
    about: { kind: 'product', listing: 'iPhone 11 64GB, red, 79% battery' },
    reports: [
      {
        by: 'gifty',
        reason: 'stolen',
        words:
          'A red iPhone 11 was taken from our ward in March. I may be wrong, please ask for the receipt.',
        ageHours: 4,
      },
    ],
  },
]
