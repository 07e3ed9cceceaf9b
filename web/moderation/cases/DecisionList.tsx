import type { DecisionLine } from '#contract/moderation/cases/cases.ts'
import { isolated } from '#contract/isolated.ts'
import { actionNamed, RULES, type RuleName } from '#contract/moderation/cases/decisions.ts'
import { usePublicConfig } from '#web/platform/config/public-config.ts'
import { useNow } from '#web/platform/ui/time/clock.ts'
import { formatDate } from '#web/platform/ui/time/dates.ts'
import { Link } from '#web/platform/ui/Link.tsx'
import { RelativeTime } from '#web/platform/ui/time/RelativeTime.tsx'

const ruleText = (rule: string | null) => (rule !== null && rule in RULES ? RULES[rule as RuleName] : rule)

export function DecisionItem({ decision }: { decision: DecisionLine }) {
  const { timeZone } = usePublicConfig()
  const now = useNow()
  const { action, title, rule, words, until, moderator, createdAt } = decision
  return (
    <>
      <p>
        <span className="font-semibold">{actionNamed(action).text}</span>
        {title && ` · ${isolated(title)}`}
        {until && ` · until ${formatDate(until, now, timeZone)}`}
      </p>
      {rule && <p className="text-sm">{ruleText(rule)}</p>}
      {words && (
        <p dir="auto" className="text-sm whitespace-pre-line">
          {words}
        </p>
      )}
      <p className="text-sm text-muted">
        {`By ${isolated(moderator.name)}, `}
        <RelativeTime iso={createdAt} />
      </p>
    </>
  )
}

/** Decisions, each with a link to the person whom it is about. */
export const DecisionCards = ({ decisions }: { decisions: readonly DecisionLine[] }) => (
  <ul className="grid gap-3">
    {decisions.map((decision) => (
      <li key={decision.id} className="card p-4">
        <Link to={`/moderation/people/${decision.subject.id}`} className="lone-link link">
          <bdi>{decision.subject.name}</bdi>
        </Link>
        <DecisionItem decision={decision} />
      </li>
    ))}
  </ul>
)
