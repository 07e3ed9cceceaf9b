import { Dialog } from '#web/platform/ui/dialogs/Dialog.tsx'

const EXPLANATIONS = [
  [
    'Phone verified',
    'They typed a code that we sent to this number by SMS. It says that the number is theirs, not who they are.',
  ],
  [
    'E-mail verified',
    'They opened a link that we mailed to their address, or signed in with an account of it.',
  ],
  [
    'Reviews',
    'The average of reviews by people who bought from them, or who talked with them here about the item. Other reviews do not count. It shows once five people have reviewed.',
  ],
  ['Items sold', 'What they marked as sold here. What they sold elsewhere is not known to us.'],
  [
    'Reply time',
    'The middle of the times until their first answer, in conversations of the last 90 days that others began. It takes three, and is counted each night.',
  ],
  [
    'Answers',
    'Of 100 people who wrote to them first in the last 90 days, how many got an answer. Who wrote within a day may get one yet and does not count.',
  ],
  ['New here', 'The account is younger than 30 days. Everybody begins so: look at the item before you pay.'],
  ['Not verified', 'They have not done it, which they need not. Meet in a public place, as with everybody.'],
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
    <p className="px-4 pb-4 text-sm text-muted">Nobody can buy any of this, and we do not edit it.</p>
  </Dialog>
)
