/** The lines that buyers write first, the most frequent one first. */
export const BUYER_LINES = [
  'Is this still available?',
  'Where can we meet?',
  'What is your best price?',
] as const
