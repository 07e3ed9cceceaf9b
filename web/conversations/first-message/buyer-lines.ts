/** What buyers ask first, the most asked one first. */
export const BUYER_LINES = [
  'Is this still available?',
  'Where can we meet?',
  'What is your best price?',
] as const
