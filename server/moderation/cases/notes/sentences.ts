import type { SignalReason } from '#server/moderation/reports/service.ts'

/**
 * Sentences about the details of signals. `{name:kind}` is replaced by a detail, whose kind selects its writer
 * (write-note.ts).
 */
export const SIGNAL_SENTENCES: Partial<Record<SignalReason, string>> = {
  'photo-of-another': 'The photo was first in {first:listing}',
  'banned-mailbox': 'The other account is {account:linked}',
  'deleted-account': 'The other account is {account:linked}',
  'access-of-banned': 'The other account is {account:linked}',
  'deal-denied': '{deniedBy:linked} denies the deal about {productId:linked}',
  'trick-words': 'The words are {words:quoted}',
  'threatening-words': 'The words are {words:quoted}',
  'trick-code': 'The code says {codes:quoted}',
  'far-below-usual': 'It costs {price:money}. Similar items are {of:text} for {low:money} to {high:money}',
  'wrong-category': 'It is listed in {listedIn:category}, but its title suggests {suggested:category}',
  'text-of-another': '{likeness:text} the same as {listing:linked}',
  'prohibited-words': '{goods:text}: {words:quoted}',
}

/** Sentences about acts of staff, by action. `{target}` is the thing or person that the act was about. */
export const ACT_SENTENCES: Readonly<Record<string, string>> = {
  'looked-up-person': 'Looked up {target}. Decisions: {decisions:text}, other accounts: {accounts:text}',
  'looked-up-contacts': 'Looked up the contact details of {target}',
  'searched-people': 'Searched for people and found {people:linked}',
  'searched-listings': 'Searched for listings and found {listings:linked}',
  'looked-at-mails': 'Looked at the log of mails to {people:linked}',
  'looked-at-case': 'Looked at {case:case} about {target}. Reports: {reports:text}, photos: {photos:text}',
  'decided-appeal': 'Decided an appeal about {target}: {outcome:text}',
  'took-decision-back': 'Took back the decision {action:action} about {target} in {case:case}',
  'wrote-case-note': 'Wrote a note for colleagues about {target} in {case:case}',
  'deleted-case-note': 'Deleted their own note about {target} in {case:case}',
  'closed-with-decision': 'Closed {case:case} about {target} with the decision {action:action}',
  'looked-at-messages': 'Looked at the messages around {target} in {case:case}',
  'changed-role': 'Changed the role of {target} from {before:text} to {role:text}',
  'looked-at-held-message': 'Looked at {target}',
  'released-held-message': 'Released {target}',
  'refused-held-message': 'Refused {target}',
  'added-guard-rule': 'Added the guard rule {name:quoted}',
  'changed-guard-rule': 'Changed the guard rule {name:quoted}',
  'changed-word-list': 'Changed the word list {name:quoted}: added {added:quoted}, removed {removed:quoted}',
  'retried-job': 'Ran the failed job {job:quoted} again',
  'dropped-job': 'Deleted the failed job {job:quoted}',
  'rotated-keys': 'Rotated the site’s keys',
  'set-notice': 'Set the site notice',
  'removed-notice': 'Removed the site notice',
  'refused-word': 'Refused {word:quoted} in names',
  'allowed-word': 'Allowed {word:quoted} in names',
  'changed-category': 'Changed the category {id:category}',
  'deleted-listing': 'Deleted the listing {title:quoted} of {seller:linked}',
  'deleted-person': 'Deleted the account of {name:text}',
}

/** Labels of details that sentences leave out; others are shown by their names. */
export const DETAIL_LABELS: Readonly<Record<string, string>> = {
  listedIn: 'Listed in',
  productId: 'Listing',
  deniedBy: 'Denied by',
  isHidden: 'Hidden',
  isLive: 'In use',
  otherWords: 'Other words',
}

/** Details that say nothing to a reader: ids that the sentence's links already have. */
export const SILENT_DETAILS: ReadonlySet<string> = new Set(['decision', 'shown', 'person'])
