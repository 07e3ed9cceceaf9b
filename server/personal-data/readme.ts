import type { EXPORTED_DATA } from './exported-queries.ts'

/** Description of each file of a copy, for its owner. */
const FILES: Record<keyof typeof EXPORTED_DATA, string> = {
  accounts: 'your account: the e-mail address and the phone number that you log in with, and since when',
  account_identities: 'Google and GitHub accounts that you log in with',
  profiles: 'your profile, as you filled it in',
  mail_log: 'e-mails that we sent to you in the last thirty days, without their text',
  access_traces: 'when you were here, by device and network; we store only fingerprints of these',
  sessions: 'devices on which you are logged in',
  notification_preferences: 'which notifications reach you, and how',
  push_subscriptions: 'browsers that show you notifications',
  data_exports: 'copies of your data that you asked for',
  products: 'your listings and drafts',
  purchases: 'listings that were marked as sold to you or reserved for you',
  product_imeis: 'which of your listings have an IMEI; the number itself is not stored',
  stolen_phones: 'phones that you reported stolen',
  price_changes: 'how the prices of your listings changed in the last 30 days',
  product_views: 'how often your listings were looked at',
  favourites: 'your favourites',
  product_images: 'photos of your listings; the files are in photos/',
  photo_uploads: 'photos that you uploaded, and what happened to them',
  product_reviews: 'reviews that you wrote, with their answers',
  buyer_reviews: 'reviews of buyers that you wrote, and those about you that everybody can read',
  seller_figures:
    'what others see of how you sell: rating, number of reviews and reviewers, items sold, usual minutes until you answer, and how many people in a hundred got an answer',
  blocks: 'people whom you blocked',
  contact_reveals: 'people whose contact details you looked at',
  saved_searches: 'your saved searches',
  saved_search_matches: 'listings that they found for you',
  conversations: 'your conversations: with whom, and about which listing',
  agreements: 'what you agreed or offered in them, and what became of it',
  deal_figures: 'how many deals you confirmed, and how many agreements you kept',
  conversation_participants: 'how far you have read each of them',
  messages: 'what was written in them, by you and to you, in order; the photos are in messages/',
  message_reactions: 'reactions to those messages, yours and theirs',
  held_messages: 'messages of yours that wait for a moderator, or that a moderator refused, and why',
  guard_false_alarms: 'messages that we warned you about, and that you said were no trick',
  notifications: 'your notifications',
  product_holds: 'which of your listings are not shown now, why, and until when at the latest',
  hold_answers: 'what you told the moderators about them',
  reports: 'your reports and their outcome',
  outside_reporters: 'reports that you sent without your account',
  report_pictures: 'the pictures that you added to your reports',
  decisions: 'what moderators decided about you and your listings, with their words',
  appeals: 'your appeals against decisions',
  sanctions: 'what you may not do now, and until when',
  staff: 'your role, if you are a moderator',
  audit_entries: 'what you did as a moderator',
  contact_messages: 'what you wrote to support',
}

/** Files of the copy that are not tables. */
const PICTURES = {
  'profile-picture.jpg': 'your picture',
  'photos/':
    'photos of your listings, in a folder for each; those in photos/unassigned/ belong to no listing yet',
  'reports/': 'pictures that you added to your reports, in a folder for each',
  'messages/': 'photos of your conversations, in a folder for each, named by the number of their message',
}

export function readme(siteName: string, madeAt: Date): string {
  const tables = Object.entries(FILES).map(([table, words]) => [`${table}.json`, words] as const)
  const lines = [...tables, ...Object.entries(PICTURES)].map(([name, words]) => `${name}\n    ${words}`)
  return `A copy of what ${siteName} stores about you, made on ${madeAt.toISOString().slice(0, 10)}.

Files that end in .json are text: any text editor or browser opens them. Times are in UTC. A file is
missing if you have no such picture. Passwords and other secrets are not in the copy: the site stores only a
fingerprint of them. Conversations name the other person as you saw them, or 'Unknown User' if they left.
The copy contains other people's words, so be careful with whom you share it.

${lines.join('\n')}
`
}
