import type { DemoConversation } from '#demo/demo-types.ts'
import { SEALED_PHONE } from './doubtful-listings.ts'

export const STOOL = 'High wooden stool for a salon or make-up station'
export const TELEVISION = 'Hisense 43 inch smart TV, VIDAA'

/** Conversations with a message that somebody reported. */
export const DOUBTFUL_CONVERSATIONS: DemoConversation[] = [
  {
    product: SEALED_PHONE,
    buyer: 'kofi',
    messages: [
      { by: 'kofi', text: 'Good evening. Is the phone still there? I am in Kumasi.', ageHours: 27 },
      { by: 'ebo', text: 'Yes boss, one left. Somebody else is also asking.', ageHours: 26.8 },
      { by: 'kofi', text: 'May I see it at Kejetia before I pay?', ageHours: 26.5 },
      {
        by: 'ebo',
        text: 'Send a deposit of 400 first by MoMo and my driver brings it tomorrow.',
        ageHours: 26.2,
      },
      { by: 'kofi', text: 'No. I pay when I have seen it.', ageHours: 25.9 },
    ],
    unread: 0,
  },
  {
    product: STOOL,
    buyer: 'felix',
    messages: [
      { by: 'felix', text: 'Last price for the stool?', ageHours: 13 },
      { by: 'akosua', text: 'It is 180. Come and look, then we can talk a little.', ageHours: 12.4 },
      {
        by: 'felix',
        text: 'You people in Kasoa think everybody is a fool. Keep your old stool, you will die with it.',
        ageHours: 12.1,
      },
    ],
    unread: 0,
  },
  {
    product: TELEVISION,
    buyer: 'razak',
    messages: [
      { by: 'razak', text: 'I take the TV. My driver is in Kumasi this afternoon.', ageHours: 84 },
      { by: 'kweku', text: 'He is welcome. He can test it and pay here.', ageHours: 83.5 },
      {
        by: 'razak',
        text: 'I have sent the 2,250 already, the SMS delays because of network. Give him the TV, he is in a hurry.',
        ageHours: 82,
      },
      { by: 'kweku', text: 'Nothing is on my wallet. Let us wait until it comes.', ageHours: 81.7 },
    ],
    unread: 0,
  },
]
