import { Dialog } from '#web/platform/ui/dialogs/Dialog.tsx'

const EXPLANATIONS = [
  [
    'Phone verified',
    'They entered a code that we sent to this number by SMS. It shows that the number is theirs, not who they are.',
  ],
  [
    'E-mail verified',
    'They opened a link that we sent to this address, or logged in with an account that uses it.',
  ],
  [
    'Reviews',
    'The average of reviews by people who bought from them, or who chatted with them here about the item. Other reviews do not count. We show it once five people have reviewed.',
  ],
  [
    'As a buyer',
    'The average of reviews by sellers after confirmed deals, one for each seller. Sellers who share a device or an internet connection with them do not count.',
  ],
  [
    'Confirmed deals',
    'Deals that both people confirmed here after they met. What somebody marks as sold alone does not count, nor do deals between people who share a device or an internet connection. Several deals with one person count once.',
  ],
  [
    'Kept agreements',
    'How many of their agreements ended with a confirmed deal. It counts against them if they cancel for a reason of their own, or if both let the time run out. We show it from three agreements on.',
  ],
  [
    'Reply time',
    'Half of their first replies in new chats of the last 90 days came within this time. We show it after three replies, and count again each night.',
  ],
  [
    'Replies',
    'How many of the people who wrote to them first in the last 90 days got a reply. A new message counts after a day, or when they reply.',
  ],
  ['New here', 'This account is less than 30 days old. Look at the item before you pay, as with everybody.'],
  [
    'Not verified',
    'They have not verified this, and they do not have to. Meet in a public place, as with everybody.',
  ],
] as const

/** Explains how each figure of the trust panel is counted. */
export const CountingSheet = ({ onClose }: { onClose: () => void }) => (
  <Dialog title="How we count this" hasBar isSheet onClose={onClose}>
    <dl className="grid gap-3 p-4">
      {EXPLANATIONS.map(([name, text]) => (
        <div key={name}>
          <dt className="font-semibold">{name}</dt>
          <dd className="text-sm text-muted">{text}</dd>
        </div>
      ))}
    </dl>
    <p className="px-4 pb-4 text-sm text-muted">Nobody can pay for any of this, and we do not edit it.</p>
  </Dialog>
)
