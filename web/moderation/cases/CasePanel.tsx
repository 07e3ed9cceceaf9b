import { useQuery } from '@tanstack/react-query'
import { caseCode } from '#contract/moderation/cases/case-code.ts'
import type { Case } from '#contract/moderation/cases/cases.ts'
import { HARMS } from '#contract/moderation/harms.ts'
import { isolated } from '#contract/isolated.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { statusOf } from '#web/platform/api/client.ts'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { Link } from '#web/platform/ui/Link.tsx'
import { loadedData } from '#web/platform/ui/loaded-data.tsx'
import { RelativeTime } from '#web/platform/ui/time/RelativeTime.tsx'
import { ActionBar } from './ActionBar.tsx'
import { Barred } from './Barred.tsx'
import { caseName, pointsText } from './case-texts.ts'
import { CaseColleagues } from '#web/moderation/cases/colleagues/CaseColleagues.tsx'
import { CaseNotes } from '#web/moderation/cases/colleagues/CaseNotes.tsx'
import { Changes } from '#web/moderation/cases/evidence/Changes.tsx'
import { Copies } from '#web/moderation/cases/evidence/Copies.tsx'
import { Reports } from '#web/moderation/cases/evidence/Reports.tsx'
import { Signals } from '#web/moderation/cases/evidence/Signals.tsx'
import { Thing } from '#web/moderation/cases/evidence/Thing.tsx'
import { Part } from './Part.tsx'
import { caseQuery } from '#web/moderation/staff/queries.ts'
import { SubjectPanel } from './SubjectPanel.tsx'

const Answers = ({ answers }: { answers: Case['answers'] }) => (
  <Part title="From the seller">
    <ul className="divide-y divide-line">
      {answers.map(({ words, createdAt }) => (
        <li key={createdAt} className="py-2">
          <p dir="auto" className="whitespace-pre-line">
            {words}
          </p>
          <p className="text-sm text-muted">
            <RelativeTime iso={createdAt} />
          </p>
        </li>
      ))}
    </ul>
  </Part>
)

const Similar = ({ cases }: { cases: Case['similar'] }) => (
  <Part title="Other cases of this person">
    {cases.length === 0 && <p className="text-sm text-muted">None</p>}
    <ul className="divide-y divide-line">
      {cases.map(({ id, title, state, openedAt }) => (
        <li key={id} className="py-1">
          <Link to={`/moderation/cases/${id}`} className="lone-link link">
            <bdi>{title}</bdi>
          </Link>
          <p className="text-sm text-muted">
            {state === 'open' ? 'Waiting, opened ' : 'Decided, opened '}
            <RelativeTime iso={openedAt} />
            {` · ${caseCode(id)}`}
          </p>
        </li>
      ))}
    </ul>
  </Part>
)

interface CasePanelProps {
  id: string
  /** False while the keys act on ticked cases. */
  hasKeys: boolean
  onDecided: () => void
}

/** Everything that a moderator needs for a decision, and the actions. */
export function CasePanel({ id, hasKeys, onDecided }: CasePanelProps) {
  const query = useQuery(caseQuery(useApi(), id))
  const [data, instead] = loadedData(query, 'Failed to load the case')
  if (!data && statusOf(query.error) === 404)
    return <EmptyState drawing="bird" title="This case no longer exists" />
  if (!data) return instead
  const { target, title, subject, person, harm, risk, state } = data
  return (
    <article aria-label={title} className="grid gap-4">
      <header>
        <h2 dir="auto" className="text-xl font-bold">
          {title}
        </h2>
        {state === 'open' && <p className="font-semibold">{HARMS[harm]}</p>}
        <p className="text-sm text-muted">
          {`${caseName(data)} · risk ${pointsText(risk)} · ${state} · `}
          <RelativeTime iso={data.openedAt} />
        </p>
        <CaseColleagues id={id} isOpen={state === 'open'} isBarred={person.bar !== null} />
      </header>
      {person.bar ? (
        <Barred bar={person.bar} />
      ) : (
        <ActionBar
          key={id}
          hasKeys={hasKeys}
          target={target}
          caseId={state === 'open' ? id : undefined}
          title={title}
          subjectName={subject.name}
          proposal={data.proposal}
          onDecided={onDecided}
        />
      )}
      <div className="staff-columns">
        <div className="grid gap-4">
          {data.copies.length > 0 && <Copies found={data} />}
          <Thing found={data} />
          <Changes found={data} />
          {data.answers.length > 0 && <Answers answers={data.answers} />}
        </div>
        <div className="grid gap-4">
          <Reports reports={data.reportLines} />
          <Signals signals={data.signals} />
          <CaseNotes caseId={id} isBarred={person.bar !== null} />
          <Part title={person.name}>
            <SubjectPanel person={person} />
            <Link to={`/moderation/people/${person.id}`} className="lone-link link">
              {`All about ${isolated(person.name)}`}
            </Link>
          </Part>
          <Similar cases={data.similar} />
        </div>
      </div>
    </article>
  )
}
