import { isolated } from '#contract/isolated.ts'
import { actionNamed, RULES } from '#contract/moderation/cases/decisions.ts'
import type { OwnDecision } from '#contract/moderation/appeals/appeals.ts'
import { usePublicConfig } from '#web/platform/config/public-config.ts'
import { useNow } from '#web/platform/ui/time/clock.ts'
import { formatDate } from '#web/platform/ui/time/dates.ts'

const THINGS = {
  product: 'Your listing',
  person: 'Your account',
  message: 'One of your messages',
  review: 'One of your reviews',
} as const

const isSanction = ({ action }: OwnDecision) => ['limit', 'suspend', 'ban'].includes(action)

function headingOf(decision: OwnDecision): string {
  const thing = isSanction(decision) ? THINGS.person : THINGS[decision.target.kind]
  const title = decision.title && !isSanction(decision) ? ` ‘${isolated(decision.title)}’` : ''
  return `${thing}${title} ${actionNamed(decision.action).done}`
}

const OUTCOMES = {
  upheld: 'You were right, and we took the decision back.',
  rejected: 'Another moderator looked at it again, and the decision stays.',
} as const

function Appeal({ appeal }: { appeal: NonNullable<OwnDecision['appeal']> }) {
  return (
    <div className="mt-3 border-l-2 border-line pl-3">
      <p className="text-sm text-muted">Your appeal</p>
      <p dir="auto" className="whitespace-pre-line">
        {appeal.words}
      </p>
      <p className="mt-2 font-semibold">
        {appeal.outcome === null ? 'Another moderator is looking at it.' : OUTCOMES[appeal.outcome]}
      </p>
      {appeal.outcomeWords && (
        <p dir="auto" className="whitespace-pre-line">
          {appeal.outcomeWords}
        </p>
      )}
    </div>
  )
}

/** A decision as its person reads it, with their appeal. */
export function DecisionText({ decision }: { decision: OwnDecision }) {
  const { timeZone } = usePublicConfig()
  const now = useNow()
  const { rule, words, until, createdAt, appeal } = decision
  return (
    <>
      <p className="text-sm text-muted">
        <time dateTime={createdAt}>{formatDate(createdAt, now, timeZone)}</time>
        {until && `, until ${formatDate(until, now, timeZone)}`}
      </p>
      <h2 className="mt-1 font-semibold">{headingOf(decision)}</h2>
      {rule && <p className="mt-2">{RULES[rule]}</p>}
      {words && (
        <p dir="auto" className="mt-2 whitespace-pre-line">
          {words}
        </p>
      )}
      {appeal && <Appeal appeal={appeal} />}
    </>
  )
}
