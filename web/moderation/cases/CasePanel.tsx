import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Case } from '#contract/moderation/cases/cases.ts'
import { HARMS } from '#contract/moderation/harms.ts'
import { isolated } from '#contract/isolated.ts'
import { usePublicConfig } from '#web/platform/config/public-config.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { statusOf } from '#web/platform/api/client.ts'
import { useNow } from '#web/platform/ui/time/clock.ts'
import { formatDate } from '#web/platform/ui/time/dates.ts'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { Link } from '#web/platform/ui/Link.tsx'
import { loadedData } from '#web/platform/ui/loaded-data.tsx'
import { NewTabLink } from '#web/platform/ui/NewTabLink.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { Photo } from '#web/platform/ui/pictures/Photo.tsx'
import { RelativeTime } from '#web/platform/ui/time/RelativeTime.tsx'
import { ActionBar } from './ActionBar.tsx'
import { Barred } from './Barred.tsx'
import { KIND_TEXTS, pointsText } from './case-texts.ts'
import { Facts } from './Facts.tsx'
import { caseQuery } from '#web/moderation/staff/queries.ts'
import { ReportedMessages } from './ReportedMessages.tsx'
import { SubjectPanel } from './SubjectPanel.tsx'

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title} className="card p-4">
    <h3 dir="auto" className="mb-2 font-semibold">
      {title}
    </h3>
    {children}
  </section>
)

const CasePhoto = ({ photo, alt }: { photo: Case['photos'][number]; alt: string }) => (
  <Photo
    photo={photo}
    alt={alt}
    sizes="10rem"
    maxWidth={640}
    className="aspect-[4/3] w-full rounded-control"
  />
)

function Pictures({ photos, label }: { photos: Case['photos']; label: string }) {
  if (photos.length === 0) return null
  return (
    <ul aria-label={label} className="my-2 grid grid-cols-[repeat(auto-fill,minmax(8rem,1fr))] gap-2">
      {photos.map((photo, index) => (
        <li key={photo.src}>
          <CasePhoto photo={photo} alt={`Photo ${index + 1}`} />
        </li>
      ))}
    </ul>
  )
}

const TIME = /^\d{4}-\d\d-\d\dT[\d:.]+(Z|\+00:00)$/

function Thing({ found }: { found: Case }) {
  const { timeZone } = usePublicConfig()
  const now = useNow()
  const { photos, facts, text, link, target } = found
  return (
    <Part title={KIND_TEXTS[target.kind]}>
      {found.isDeleted && (
        <Notice look="info">
          <p>This was deleted. This is how it was. We delete this copy after you decide.</p>
        </Notice>
      )}
      <Pictures photos={photos} label="Photos" />
      {text && (
        <p dir="auto" className="my-2 whitespace-pre-line">
          {text}
        </p>
      )}
      <Facts
        facts={facts.map((fact) => [
          fact.label,
          TIME.test(fact.text) ? formatDate(fact.text, now, timeZone) : fact.text,
        ])}
      />
      {target.kind === 'message' && found.state === 'open' && !found.person.bar && (
        <ReportedMessages caseId={found.id} />
      )}
      {link && (
        <p className="mt-2">
          <NewTabLink href={link} text="Open the page" className="lone-link" />
        </p>
      )}
    </Part>
  )
}

/** Who reported without an account. */
const Outside = ({ role, name, email }: NonNullable<Case['reportLines'][number]['outside']>) => (
  <>
    {`Without an account: ${isolated(name)}, ${role}, `}
    <a href={`mailto:${email}`} className="link">
      <bdi>{email}</bdi>
    </a>
  </>
)

/** Shows each copied photo beside the one that another seller had first. */
const Copies = ({ copies }: { copies: Case['copies'] }) => (
  <Part title="Photos that another seller had first">
    <ul className="divide-y divide-line">
      {copies.map(({ photo, earlier }) => (
        <li key={photo.src} className="py-2">
          <div className="grid grid-cols-2 gap-2">
            <CasePhoto photo={photo} alt="Photo of this listing" />
            <CasePhoto photo={earlier.photo} alt="Earlier photo of another seller" />
          </div>
          <p className="text-sm text-muted">
            {'Earlier in '}
            {earlier.link ? (
              <NewTabLink href={earlier.link} text={isolated(earlier.title)} className="link" />
            ) : (
              <bdi>{earlier.title}</bdi>
            )}
            {' of '}
            <Link to={`/moderation/people/${earlier.seller.id}`} className="link">
              <bdi>{earlier.seller.name}</bdi>
            </Link>
            {' · '}
            <RelativeTime iso={earlier.createdAt} />
          </p>
        </li>
      ))}
    </ul>
  </Part>
)

const Reports = ({ reports }: { reports: Case['reportLines'] }) => (
  <Part title="Reports">
    {reports.length === 0 && <p className="text-sm text-muted">Nobody reported it</p>}
    <ul className="divide-y divide-line">
      {reports.map(({ id, reason, words, pictures, weight, reporter, outside, createdAt }) => (
        <li key={id} className="py-2">
          <p className="font-semibold">{reason}</p>
          {words && (
            <p dir="auto" className="whitespace-pre-line">
              {words}
            </p>
          )}
          <Pictures photos={pictures} label={`Pictures of ${reporter?.name ?? 'a deleted account'}`} />
          <p className="text-sm text-muted">
            {reporter ? (
              <Link to={`/moderation/people/${reporter.id}`} className="link">
                <bdi>{reporter.name}</bdi>
              </Link>
            ) : (
              ((outside && <Outside {...outside} />) ?? 'Deleted account')
            )}
            {` · weight ${pointsText(weight)} · `}
            <RelativeTime iso={createdAt} />
          </p>
        </li>
      ))}
    </ul>
  </Part>
)

const Signals = ({ signals }: { signals: Case['signals'] }) => (
  <Part title="Signals">
    {signals.length === 0 && <p className="text-sm text-muted">None</p>}
    <ul className="divide-y divide-line">
      {signals.map(({ text, weight, detail, createdAt }) => (
        <li key={text + createdAt} className="py-2">
          <p>{text}</p>
          <p className="text-sm text-muted">
            {[`weight ${pointsText(weight)}`, detail && isolated(detail)].filter(Boolean).join(' · ')}
          </p>
        </li>
      ))}
    </ul>
  </Part>
)

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
    <ul>
      {cases.map(({ id, title, state, openedAt }) => (
        <li key={id}>
          <Link to={`/moderation/cases/${id}`} className="lone-link link">
            <bdi>{title}</bdi>
          </Link>
          <span className="text-sm text-muted">
            {` · ${state} · `}
            <RelativeTime iso={openedAt} />
          </span>
        </li>
      ))}
    </ul>
  </Part>
)

/** Everything that a moderator needs for a decision, and the actions. */
export function CasePanel({ id, onDecided }: { id: string; onDecided: () => void }) {
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
          {`${KIND_TEXTS[target.kind]} · risk ${pointsText(risk)} · ${state} · `}
          <RelativeTime iso={data.openedAt} />
        </p>
      </header>
      {person.bar ? (
        <Barred bar={person.bar} />
      ) : (
        <ActionBar
          key={id}
          hasKeys
          target={target}
          caseId={state === 'open' ? id : undefined}
          title={title}
          subjectName={subject.name}
          onDecided={onDecided}
        />
      )}
      <div className="staff-columns">
        <Thing found={data} />
        {data.copies.length > 0 && <Copies copies={data.copies} />}
        {data.answers.length > 0 && <Answers answers={data.answers} />}
        <Reports reports={data.reportLines} />
        <Signals signals={data.signals} />
        <Part title={person.name}>
          <SubjectPanel person={person} />
          <Link to={`/moderation/people/${person.id}`} className="lone-link link">
            {`All about ${isolated(person.name)}`}
          </Link>
        </Part>
        <Similar cases={data.similar} />
      </div>
    </article>
  )
}
