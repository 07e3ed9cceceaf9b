import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { CaseCard } from '#contract/moderation/cases/cases.ts'
import { type Harm, HARMS } from '#contract/moderation/harms.ts'
import { KIND_TEXTS } from '#contract/moderation/cases/case-code.ts'
import { isolated } from '#contract/isolated.ts'
import { useLoadedPages } from '#web/platform/router/use-loaded-pages.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { useNavigate } from '#web/platform/router/use-router.ts'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { Link } from '#web/platform/ui/Link.tsx'
import { loadedData } from '#web/platform/ui/loaded-data.tsx'
import { Photo } from '#web/platform/ui/pictures/Photo.tsx'
import { RelativeTime } from '#web/platform/ui/time/RelativeTime.tsx'
import { ShowMore } from '#web/platform/ui/ShowMore.tsx'
import { undoShown } from '#web/platform/ui/toasts/undo-toast.ts'
import { useWideScreen } from '#web/platform/browser/use-wide-screen.ts'
import { useKeys } from './action-keys.ts'
import { CasePanel } from './CasePanel.tsx'
import { caseName, pointsText } from './case-texts.ts'
import { HarmFilter, queuePath, useHarm } from './HarmFilter.tsx'
import { useCaseStatus } from '#web/moderation/cases/colleagues/case-status.ts'
import { NewsLine } from '#web/moderation/cases/colleagues/NewsLine.tsx'
import { type QueueNews, useQueueNews } from '#web/moderation/cases/colleagues/queue-news.ts'
import { KeyHelp } from './KeyHelp.tsx'
import { casesQuery } from '#web/moderation/staff/queries.ts'

function CaseLink({ card, isCurrent }: { card: CaseCard; isCurrent: boolean }) {
  const { id, target, title, photo, subject, harm, risk, reports, openedAt } = card
  const status = useCaseStatus(id)
  return (
    <Link
      to={queuePath(id, useHarm())}
      className="grid grid-cols-[4rem_minmax(0,1fr)] gap-3 p-3 hover:bg-accent-soft aria-[current]:bg-accent-soft"
      aria-current={isCurrent ? 'true' : undefined}
    >
      {photo ? (
        <Photo photo={photo} alt="" sizes="4rem" maxWidth={320} className="block size-16 rounded-control" />
      ) : (
        <span
          aria-hidden="true"
          className="flex size-16 items-center justify-center rounded-control bg-sunken text-xs text-muted"
        >
          {KIND_TEXTS[target.kind]}
        </span>
      )}
      <span className="min-w-0">
        <span dir="auto" className="line-clamp-2 font-semibold wrap-anywhere">
          {title}
        </span>
        <span className="block truncate text-sm">
          {[caseName(card), target.kind !== 'person' && isolated(subject.name)].filter(Boolean).join(' · ')}
        </span>
        <span className="block text-sm font-semibold">{HARMS[harm]}</span>
        {/* The status replaces the line, so that it moves no other case. */}
        {status ? (
          <span className="line-clamp-1 text-sm">{status}</span>
        ) : (
          <span className="block text-sm text-muted">
            {`Risk ${pointsText(risk)} · ${reports} ${reports === 1 ? 'report' : 'reports'} · `}
            <RelativeTime iso={openedAt} />
          </span>
        )}
      </span>
    </Link>
  )
}

/** Goes to the next or previous case of the list: by link, by key, and after a decision. */
function useStep(cases: readonly CaseCard[], current: string | undefined) {
  const navigate = useNavigate()
  const harm = useHarm()
  const at = cases.findIndex(({ id }) => id === current)
  const goTo = (card: CaseCard | undefined) => card && navigate(queuePath(card.id, harm), { replace: true })
  const next = () => goTo(cases[at + 1])
  const previous = () => goTo(at > 0 ? cases[at - 1] : undefined)
  function leave() {
    const other = cases[at + 1] ?? (at > 0 ? cases[at - 1] : cases.find(({ id }) => id !== current))
    navigate(queuePath(other?.id, harm), { replace: true })
  }
  return { next, previous, leave }
}

interface CaseListProps {
  cases: readonly CaseCard[]
  news: QueueNews
  current: string | undefined
  /** Shown below the last case. */
  children: ReactNode
}

const CaseList = ({ cases, news, current, children }: CaseListProps) => (
  <section aria-label="Waiting cases">
    <HarmFilter harm={useHarm()} />
    <NewsLine news={news} current={current} />
    <ul className="card divide-y divide-line">
      {cases.map((card) => (
        <li key={card.id}>
          <CaseLink card={card} isCurrent={card.id === current} />
        </li>
      ))}
    </ul>
    {children}
  </section>
)

function OpenCase({ id, isWide, onDecided }: { id: string; isWide: boolean; onDecided: () => void }) {
  const harm = useHarm()
  return (
    <div className="min-w-0">
      {!isWide && (
        <Link to={queuePath(undefined, harm)} className="lone-link link">
          All cases
        </Link>
      )}
      <KeyHelp />
      <CasePanel key={id} id={id} onDecided={onDecided} />
    </div>
  )
}

const NothingWaits = ({ harm, news }: { harm: Harm | undefined; news: QueueNews }) => (
  <>
    {harm && <HarmFilter harm={harm} />}
    <NewsLine news={news} current={undefined} />
    <EmptyState drawing="stool" title={harm ? 'No open cases of this class' : 'No open cases'}>
      {harm ? (
        <Link to={queuePath(undefined, undefined)} className="link">
          Show all cases
        </Link>
      ) : (
        <p>New reports and signals appear here, most serious and oldest first.</p>
      )}
    </EmptyState>
  </>
)

interface ScreenProps extends Omit<CaseListProps, 'current'> {
  id: string | undefined
  /** True while the list is of the class that was shown before, which nobody asked for any more. */
  isOld: boolean
}

/** On a wide screen the list and the open case are side by side, otherwise only one of them is shown. */
function Screen({ id, cases, isOld, news, children }: ScreenProps) {
  const isWide = useWideScreen()
  const current = id ?? (isWide && !isOld ? cases[0]?.id : undefined)
  const { next, previous, leave } = useStep(
    cases.filter((card) => card.id === current || !news.closed.has(card.id)),
    current,
  )
  useKeys(isOld ? {} : { j: next, k: previous })
  return (
    <div className={isWide ? 'grid grid-cols-[20rem_minmax(0,1fr)] items-start gap-6' : ''}>
      {(isWide || !current) && (
        <CaseList cases={cases} news={news} current={current}>
          {children}
        </CaseList>
      )}
      {current && <OpenCase id={current} isWide={isWide} onDecided={leave} />}
    </div>
  )
}

/** Cases that wait for a decision, in the server's order. */
export function Queue({ id }: { id: string | undefined }) {
  const harm = useHarm()
  useKeys({ z: undoShown })
  const options = casesQuery(useApi(), harm)
  const query = useLoadedPages(useInfiniteQuery({ ...options, placeholderData: keepPreviousData }))
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query
  const news = useQueueNews(query, harm)
  const [data, instead] = loadedData(query, 'Failed to load the queue')
  if (!data) return instead
  const cases = data.pages.flatMap((page) => page.items)
  if (cases.length === 0 && !id) return <NothingWaits harm={harm} news={news} />
  return (
    <Screen id={id} cases={cases} isOld={query.isPlaceholderData} news={news}>
      {hasNextPage && <ShowMore isLoading={isFetchingNextPage} onMore={() => void fetchNextPage()} />}
    </Screen>
  )
}
