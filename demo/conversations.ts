import type { DemoConversation } from './demo-types.ts'

/** The conversations of Kofi and Ama: one that ended well, one in progress, one that waits for an answer. */
export const DEMO_CONVERSATIONS: DemoConversation[] = [
  {
    product: 'Polaroid instant camera with rainbow stripe',
    buyer: 'kofi',
    messages: [
      { by: 'kofi', text: 'Good afternoon. Is the film that is inside still good?', ageHours: 222 },
      {
        by: 'ama',
        text: 'Good afternoon Kofi. It is, I bought it in June. Five pictures are left.',
        ageHours: 221.6,
        reactions: { kofi: 'thumbsup' },
      },
      { by: 'kofi', text: 'May I try one before I pay?', ageHours: 221.2 },
      {
        by: 'ama',
        text: 'Of course, one is on me.\nThere is also a strap that I never used, it goes with the camera.',
        ageHours: 198,
      },
      {
        by: 'kofi',
        text: 'Let me ask my sister, it would be her present.',
        ageHours: 196.5,
        reactions: { ama: 'heart' },
      },
      { by: 'ama', text: 'No hurry. I will tell you first if somebody else asks.', ageHours: 196 },
    ],
    unread: 0,
  },
  {
    product: 'White bedside table and twin-bell alarm clock',
    buyer: 'kofi',
    messages: [
      { by: 'kofi', text: 'Is this still available?', ageHours: 52 },
      { by: 'ama', text: 'It is. When could you come to Osu?', ageHours: 51 },
      {
        by: 'kofi',
        text: 'I am in Accra on Saturday, after four. I will pay by MoMo when I have seen it.',
        ageHours: 50.7,
      },
      {
        by: 'ama',
        text: 'Good. I have reserved it for you until then.',
        ageHours: 28,
        reactions: { kofi: 'smile' },
      },
      { by: 'ama', text: 'Call me when you pass Danquah Circle, the street is hard to find.', ageHours: 5 },
    ],
    unread: 1,
  },
  {
    product: 'Aloe plant for skin and hair, in a white pot',
    buyer: 'kofi',
    messages: [
      { by: 'kofi', text: 'Hello Ama, is this still available?', ageHours: 2.2 },
      { by: 'kofi', text: 'And how tall is it with the pot?', ageHours: 2.1 },
    ],
    unread: 2,
  },
]
