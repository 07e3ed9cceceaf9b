import type { ChangeEvent } from 'react'
import { KIND_TEXTS } from '#contract/moderation/cases/case-code.ts'
import type { Pile, QueueEntry, QueueSearch } from '#contract/moderation/cases/queue.ts'
import { HARMS } from '#contract/moderation/harms.ts'
import { isolated } from '#contract/isolated.ts'
import { useCaseStatus } from '#web/moderation/cases/colleagues/case-status.ts'
import { NewsLine } from '#web/moderation/cases/colleagues/NewsLine.tsx'
import type { QueueNews } from '#web/moderation/cases/colleagues/queue-news.ts'
import { caseName, pointsText } from '#web/moderation/cases/case-texts.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Link } from '#web/platform/ui/Link.tsx'
import { Photo } from '#web/platform/ui/pictures/Photo.tsx'
import { RelativeTime } from '#web/platform/ui/time/RelativeTime.tsx'
import { countText } from './count-text.ts'
import { queuePath } from './queue-search.ts'
import type { Selection } from './use-selection.ts'

/** Name of a line: the title of its case, or of its pile. */
const titleOf = ({ title, subject }: QueueEntry, pile: Pile | null) =>
  pile ? `${countText(pile.cases)} cases of ${isolated(subject.name)}` : title

function Facts({ entry, pile }: { entry: QueueEntry; pile: Pile | null }) {
  const status = useCaseStatus(entry.id)
  const { target, title, subject, harm, risk, reports, openedAt } = entry
  const about = pile
    ? [pile.people > 1 && `${pile.people} linked accounts`, isolated(title)]
    : [caseName(entry), target.kind !== 'person' && isolated(subject.name)]
  const reported = `${reports} ${reports === 1 ? 'report' : 'reports'}`
  return (
    <span className="min-w-0">
      <span dir="auto" className="line-clamp-2 font-semibold wrap-anywhere">
        {titleOf(entry, pile)}
      </span>
      <span className="block truncate text-sm">{about.filter(Boolean).join(' · ')}</span>
      <span className="block text-sm font-semibold">{HARMS[pile?.harm ?? harm]}</span>
      {/* The status replaces the line, so that it moves no other case. */}
      {status ? (
        <span className="flex gap-1 text-sm">
          <span className="truncate">{status.who}</span> <span className="truncate">{status.what}</span>
        </span>
      ) : (
        <span className="block text-sm text-muted">
          {pile ? 'First opened ' : `Risk ${pointsText(risk)} · ${reported} · `}
          <RelativeTime iso={openedAt} />
        </span>
      )}
    </span>
  )
}

interface LineProps {
  entry: QueueEntry
  search: QueueSearch
  isCurrent: boolean
  isTicked: boolean
  onTick: (isRange: boolean) => void
}

/** A case, or a pile that opens into its cases; and the box that ticks it. */
function Line({ entry, search, isCurrent, isTicked, onTick }: LineProps) {
  const { id, target, photo } = entry
  const pile = entry.pile && entry.pile.cases > 1 ? entry.pile : null
  const onChange = ({ nativeEvent }: ChangeEvent) =>
    onTick(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
  return (
    <>
      <label className="flex w-11 shrink-0 items-center justify-center">
        <input
          type="checkbox"
          className="size-5"
          aria-label={`Tick ${titleOf(entry, pile)}`}
          checked={isTicked}
          onChange={onChange}
        />
      </label>
      <Link
        to={pile ? queuePath(undefined, { ...search, pile: pile.id }) : queuePath(id, search)}
        className="grid min-w-0 flex-1 grid-cols-[3.5rem_minmax(0,1fr)] gap-3 py-3 pr-3 hover:bg-accent-soft aria-[current]:bg-accent-soft"
        aria-current={isCurrent ? 'true' : undefined}
      >
        {photo ? (
          <Photo
            photo={photo}
            alt=""
            sizes="3.5rem"
            maxWidth={320}
            className="block size-14 rounded-control"
          />
        ) : (
          <span
            aria-hidden="true"
            className="flex size-14 items-center justify-center rounded-control bg-sunken text-xs text-muted"
          >
            {KIND_TEXTS[target.kind]}
          </span>
        )}
        <Facts entry={entry} pile={pile} />
      </Link>
    </>
  )
}

/** Title of an open pile, and the ways out of it and to all of it. */
const PileHead = ({ cases, news: { open }, search, selection }: Omit<CaseListProps, 'current'>) => (
  <div className="mb-2 flex flex-wrap items-center justify-between gap-x-3">
    <Link to={queuePath(undefined, { ...search, pile: undefined })} className="lone-link link">
      All cases
    </Link>
    <Button look="quiet" aria-keyshortcuts="Shift+A" onClick={selection.tickAll}>
      Tick all
    </Button>
    <h2 className="w-full font-semibold">
      {`Pile of ${isolated(cases[0]?.subject.name ?? '')}: ${countText(open)} ${open === 1 ? 'case' : 'cases'}`}
    </h2>
  </div>
)

interface CaseListProps {
  cases: readonly QueueEntry[]
  news: QueueNews
  current: string | undefined
  search: QueueSearch
  selection: Selection
}

export function CaseList(props: CaseListProps) {
  const { cases, news, current, search, selection } = props
  const ticked = new Set(selection.ticked)
  return (
    <>
      {search.pile !== undefined && <PileHead {...props} />}
      <NewsLine news={news} current={current} search={search} />
      <ul className="card divide-y divide-line">
        {cases.map((entry) => (
          <li key={entry.id} className="flex">
            <Line
              entry={entry}
              search={search}
              isCurrent={entry.id === current}
              isTicked={ticked.has(entry)}
              onTick={(isRange) => selection.toggle(entry.id, isRange)}
            />
          </li>
        ))}
      </ul>
    </>
  )
}
