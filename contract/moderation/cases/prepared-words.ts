import type { ActionName, RuleName } from './decisions.ts'
import type { TargetKind } from '#contract/moderation/reports/report-reasons.ts'

/** Names of the thing in a sentence to the person who is responsible for it. Private messages are not quoted. */
const THINGS: Record<TargetKind, string> = {
  product: 'your listing "{title}"',
  person: 'your profile or messages',
  message: 'one of your messages',
  review: 'your review',
}

/** Words to the person for each rule: what we saw, and what to do. Moderators can change them. */
const WORDS: Record<RuleName, string> = {
  'no-money-first':
    'In {thing}, you ask for money, a fee or a code before the buyer has seen the item. Please let buyers look first, and take the money when you meet.',
  'true-listings':
    'What we see in {thing} does not fit what is really for sale. Please use your own photos, and describe the item as it is.',
  'allowed-goods':
    'In {thing}, we saw something that the law does not allow anybody to sell. Please do not offer it again.',
  'own-goods':
    'We have reason to think that what you offer in {thing} belongs to somebody else. If it is yours, please send us a receipt or other proof.',
  respect:
    'In {thing}, we saw words that insult somebody or spread hate. Please write to others as you want them to write to you.',
  'no-threats':
    'In {thing}, you threaten somebody. We do not accept that, whatever happened before. Please leave this person alone. If somebody cheated or threatened you, report it to us or to the police.',
  privacy:
    'In {thing}, we saw a face, a name, a number or other details of somebody who may not have agreed to that. Please show only what belongs to you, or ask them first.',
  'one-account':
    'We know you here as "{name}". Please use your own name, and only one account. If we are wrong, please tell us.',
  'no-spam':
    'In {thing}, you advertise, repeat yourself or link to another site. Please offer each item once, and leave out the links.',
  'honest-reviews':
    'We found no meeting or sale behind {thing}. Please review only people with whom you met or traded.',
}

/** Sentences that the action adds. */
const ENDINGS: Partial<Record<ActionName, string>> = {
  warn: 'If it happens again, we may limit your account.',
}

/** Values of the blanks in prepared words. */
interface Blanks {
  kind: TargetKind
  title: string
  /** Name of the person. */
  name: string
}

/** Words to the person for a decision, with blanks for the thing and the name. */
export const wordsWithBlanks = (action: ActionName, rule: RuleName): string =>
  [WORDS[rule], ENDINGS[action]].filter(Boolean).join(' ')

/** The words with the blanks filled in. */
export function filledWords(words: string, { kind, title, name }: Blanks): string {
  const blanks = { title, name }
  const text = words.replaceAll('{thing}', THINGS[kind])
  // One pass, so that a title with '{name}' stays as it is.
  return text.replaceAll(/\{(title|name)\}/g, (_, blank: keyof typeof blanks) => blanks[blank])
}

/** Words to the person for a decision about one thing. */
export const preparedWords = ({ action, rule, ...blanks }: Blanks & { action: ActionName; rule: RuleName }) =>
  filledWords(wordsWithBlanks(action, rule), blanks)
