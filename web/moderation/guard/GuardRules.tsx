import { useQuery } from '@tanstack/react-query'
import type { ShownRule } from '#contract/moderation/guard/rule-screen.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { Link } from '#web/platform/ui/Link.tsx'
import { loadedData } from '#web/platform/ui/loaded-data.tsx'
import { GuardRuleForm } from './GuardRuleForm.tsx'
import { AUDIENCE_TEXTS, LANGUAGE_TEXTS, SEVERITY_TEXTS } from './guard-rule-texts.ts'
import { guardRulesQuery } from '#web/moderation/staff/queries.ts'
import { WordLists } from './WordLists.tsx'

const NEW = 'new'
const WORDS = 'words'
const pathOf = (id: number | typeof NEW | typeof WORDS) => `/moderation/rules/${id}`

const textOf = (texts: Record<string, string>, name: string) => texts[name] ?? name

const countOf = (count: number, one: string, several: string) => `${count} ${count === 1 ? one : several}`

function RuleRow({ rule }: { rule: ShownRule }) {
  const { id, name, language, audience, severity, isLive, hits, falseAlarms, readerText } = rule
  return (
    <li className="px-4 py-3">
      <p className="flex flex-wrap items-center gap-2">
        <Link to={pathOf(id)} className="lone-link link font-semibold">
          {name}
        </Link>
        {!isLive && <span className="badge badge-sold">Off</span>}
      </p>
      <p className="text-sm">{readerText}</p>
      <p className="text-sm text-muted">
        {[
          textOf(LANGUAGE_TEXTS, language),
          textOf(AUDIENCE_TEXTS, audience),
          textOf(SEVERITY_TEXTS, severity),
          countOf(hits, 'hit', 'hits'),
          countOf(falseAlarms, 'false alarm', 'false alarms'),
        ].join(' · ')}
      </p>
    </li>
  )
}

const AllRules = () => (
  <Link to="/moderation/rules" className="lone-link link">
    All rules
  </Link>
)

/** What the guard looks for in messages and listings: its rules, one of them open for editing, or its word lists. */
export function GuardRules({ id }: { id: string | undefined }) {
  if (id !== WORDS) return <Rules id={id} />
  return (
    <>
      <AllRules />
      <WordLists />
    </>
  )
}

function Rules({ id }: { id: string | undefined }) {
  const [rules, instead] = loadedData(useQuery(guardRulesQuery(useApi())), 'Failed to load the rules')
  if (!rules) return instead
  const open = rules.find((rule) => String(rule.id) === id)
  if (open || id === NEW)
    return (
      <>
        <AllRules />
        <GuardRuleForm key={id} rule={open} />
      </>
    )
  return (
    <>
      <div className="mb-4 flex flex-wrap gap-2">
        <Link to={pathOf(NEW)} className="button button-primary">
          Add a rule
        </Link>
        <Link to={pathOf(WORDS)} className="button button-quiet">
          Word lists
        </Link>
      </div>
      <ul aria-label="Guard rules" className="card divide-y divide-line">
        {rules.map((rule) => (
          <RuleRow key={rule.id} rule={rule} />
        ))}
      </ul>
    </>
  )
}
