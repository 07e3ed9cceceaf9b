import { CAPSULES, CHEAP_PHONE, FAST_CONSOLE, SLIMMING_TEA, SOFT_LOAN } from './doubtful-listings.ts'
import { TELEVISION } from './doubtful-conversations.ts'
import type { DemoCase } from './moderation-types.ts'

const days = (count: number) => count * 24

/** The last three months of the moderators' work. Two of its decisions wait for an answer to their appeal. */
export const DECIDED_CASES: DemoCase[] = [
  {
    about: { kind: 'product', listing: FAST_CONSOLE },
    reports: [
      {
        by: 'mawuli',
        reason: 'prepayment',
        words: 'Payment before dispatch, no inspection.',
        ageHours: 2145,
      },
      { by: 'nii', reason: 'prepayment', ageHours: 2140 },
    ],
    decisions: [
      {
        by: 'dede',
        action: 'remove',
        rule: 'no-money-first',
        words:
          'Your listing asks for payment before anybody has seen the console. List it again without that, and let buyers look before they pay.',
        ageHours: 2131,
      },
    ],
  },
  {
    about: { kind: 'product', listing: CHEAP_PHONE },
    reports: [{ by: 'selorm', reason: 'prepayment', words: 'Same trick, other phone.', ageHours: 1610 }],
    decisions: [
      {
        by: 'dede',
        action: 'remove',
        rule: 'no-money-first',
        words: 'This listing asks for payment first again. The next one will close your account.',
        ageHours: 1602,
      },
    ],
  },
  {
    about: { kind: 'review', listing: 'Red tulips in an orange pot', by: 'kwame' },
    reports: [
      { by: 'efua', reason: 'false-review', words: 'I told him that they are short.', ageHours: 1560 },
    ],
    decisions: [{ by: 'dede', action: 'approve', ageHours: 1538 }],
  },
  {
    about: { kind: 'person', person: 'desmond' },
    reports: [
      {
        by: 'yaw',
        reason: 'prepayment',
        words: 'He took 900 from my customer and sent nothing.',
        ageHours: 1420,
      },
    ],
    decisions: [
      {
        by: 'edem',
        action: 'ban',
        rule: 'no-money-first',
        words:
          'Two of your listings asked for payment first, and somebody who paid received nothing. Your account is closed. You can ask somebody else to look at this decision.',
        ageHours: 1416,
        appeal: {
          words: 'The driver ran away with the phone. It was not me.',
          ageHours: 1390,
          decided: {
            by: 'dede',
            outcome: 'rejected',
            words:
              'We warned you twice about payment first, and the buyer did not get the money back. The decision stays.',
            ageHours: 1340,
          },
        },
      },
    ],
  },
  {
    about: { kind: 'person', person: 'felix' },
    reports: [
      {
        by: 'gifty',
        reason: 'harassment',
        words: 'He insults everybody who will not reduce.',
        ageHours: 1224,
      },
    ],
    decisions: [
      {
        by: 'edem',
        action: 'limit',
        rule: 'respect',
        words: 'You insulted three sellers about their price. For seven days you can start no new chats.',
        days: 7,
        ageHours: 1203,
      },
    ],
  },
  {
    about: { kind: 'product', listing: SLIMMING_TEA },
    reports: [{ by: 'akua', reason: 'misleading', words: 'Tea does not cure ulcer.', ageHours: days(46) }],
    decisions: [
      {
        by: 'dede',
        action: 'remove',
        rule: 'true-listings',
        words: 'Your listing says that the tea cures an illness. You may sell tea, but not as medicine.',
        ageHours: 1087,
      },
    ],
  },
  {
    about: { kind: 'product', listing: 'Folding press camera with flash, for collectors' },
    reports: [
      { by: 'kwabena', reason: 'misleading', words: 'Is this really from the forties?', ageHours: days(41) },
    ],
    decisions: [{ by: 'dede', action: 'approve', ageHours: 968 }],
  },
  {
    about: { kind: 'person', person: 'lydia' },
    reports: [
      { by: 'osei', reason: 'spam', words: 'The same loan message three times.', ageHours: days(34) },
    ],
    decisions: [
      {
        by: 'dede',
        action: 'warn',
        rule: 'no-spam',
        words:
          'Please stop sending the same offer to every seller. Chats here are about the things for sale.',
        ageHours: 799,
      },
    ],
  },
  {
    about: { kind: 'product', listing: SOFT_LOAN },
    reports: [{ by: 'adwoa', reason: 'spam', ageHours: 590 }],
    decisions: [
      {
        by: 'dede',
        action: 'remove',
        rule: 'no-spam',
        words: 'Loans are not for sale here. Please list only things that people can come and see.',
        ageHours: 576,
      },
    ],
  },
  {
    about: { kind: 'product', listing: 'Container shop to let at Suame Magazine' },
    reports: [
      { by: 'mawuli', reason: 'already-sold', words: 'I passed there, it looked taken.', ageHours: days(21) },
    ],
    decisions: [{ by: 'dede', action: 'approve', ageHours: 485 }],
  },
  {
    about: { kind: 'product', listing: 'Wax print cloth, two pieces of six yards' },
    reports: [{ by: 'akua', reason: 'fake', words: 'The selvedge looks like a copy.', ageHours: days(14) }],
    decisions: [
      {
        by: 'dede',
        action: 'remove',
        rule: 'true-listings',
        words: 'The cloth looks like a copy of a known brand. If it is genuine, show us the label.',
        ageHours: 314,
        appeal: {
          words: 'It is from my wedding. The label is on the second photo, please look at the edge.',
          ageHours: 290,
          decided: {
            by: 'edem',
            outcome: 'upheld',
            words: 'You are right, the label is there. We are sorry, your listing is online again.',
            ageHours: 254,
          },
        },
      },
    ],
  },
  {
    about: { kind: 'product', listing: CAPSULES },
    reports: [
      { by: 'gifty', reason: 'prohibited', words: 'I am a nurse. This needs a prescription.', ageHours: 120 },
    ],
    signals: [
      {
        reason: 'prohibited-words',
        detail: { goods: ['Prescription and unregistered medicine'], words: ['amoxicillin'] },
      },
    ],
    decisions: [
      {
        by: 'edem',
        action: 'remove',
        rule: 'allowed-goods',
        words:
          'Medicine that needs a prescription may not be sold here, also if it is left over. A pharmacy takes it back.',
        ageHours: 97,
        appeal: {
          words:
            'I did not know. The packs are sealed and my grandmother paid for them. Can I give them away for free instead?',
          ageHours: 41,
        },
      },
    ],
  },
  {
    about: { kind: 'message', listing: TELEVISION, buyer: 'razak', index: 2 },
    reports: [
      {
        by: 'kweku',
        reason: 'false-payment',
        words: 'No money came, and his driver was already at my gate.',
        ageHours: 81,
      },
    ],
    decisions: [
      {
        by: 'edem',
        action: 'suspend',
        rule: 'no-money-first',
        words:
          'You wrote that you had paid, and nothing was paid while your driver asked for the television. Your account is suspended for 14 days.',
        days: 14,
        ageHours: 76,
        appeal: {
          words: 'My network was down that day. I paid him the next morning, he can confirm it.',
          ageHours: 58,
        },
      },
    ],
  },
]
