import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { QueueEntry, QueueSearch } from '#contract/moderation/cases/queue.ts'
import { useLoadedPages } from '#web/platform/router/use-loaded-pages.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { useNavigate } from '#web/platform/router/use-router.ts'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { Link } from '#web/platform/ui/Link.tsx'
import { loadedData } from '#web/platform/ui/loaded-data.tsx'
import { ShowMore } from '#web/platform/ui/ShowMore.tsx'
import { undoShown } from '#web/platform/ui/toasts/undo-toast.ts'
import { useWideScreen } from '#web/platform/browser/use-wide-screen.ts'
import { useKeys } from './action-keys.ts'
import { CasePanel } from './CasePanel.tsx'
import { NewsLine } from '#web/moderation/cases/colleagues/NewsLine.tsx'
import { type QueueNews, useQueueNews } from '#web/moderation/cases/colleagues/queue-news.ts'
import type { Outcome } from '#web/moderation/cases/queue/DecideManyDialog.tsx'
import { KeyHelp } from './KeyHelp.tsx'
import { CaseList } from '#web/moderation/cases/queue/CaseList.tsx'
import { PileNotice } from '#web/moderation/cases/queue/PileNotice.tsx'
import { QueueFilters } from '#web/moderation/cases/queue/QueueFilters.tsx'
import { queuePath, useQueueSearch } from '#web/moderation/cases/queue/queue-search.ts'
import { RefusedCases } from '#web/moderation/cases/queue/RefusedCases.tsx'
import { TickedBar } from '#web/moderation/cases/queue/TickedBar.tsx'
import { type Selection, useSelection } from '#web/moderation/cases/queue/use-selection.ts'
import { casesQuery } from '#web/moderation/staff/queries.ts'

interface Shown {
  cases: readonly QueueEntry[]
  /** Id of the open case. */
  current: string | undefined
  search: QueueSearch
}

/** Goes to the next or previous case of the list: by link, by key, and after a decision. */
function useStep({ cases, current, search }: Shown) {
  const navigate = useNavigate()
  const at = cases.findIndex(({ id }) => id === current)
  const goTo = (card: QueueEntry | undefined) =>
    card && navigate(queuePath(card.id, search), { replace: true })
  const next = () => goTo(cases[at + 1])
  const previous = () => goTo(at > 0 ? cases[at - 1] : undefined)
  function leave() {
    const other = cases[at + 1] ?? (at > 0 ? cases[at - 1] : cases.find(({ id }) => id !== current))
    navigate(queuePath(other?.id, search), { replace: true })
  }
  /** Opens the pile of the open case, or leaves the open pile. */
  function openPile() {
    const pile = search.pile === undefined ? cases[at]?.pile : null
    if (pile?.cases === 1) return
    if (pile !== undefined) navigate(queuePath(undefined, { ...search, pile: pile?.id }))
  }
  return { next, previous, leave, openPile }
}

interface OpenCaseProps {
  id: string
  search: QueueSearch
  /** Line of the queue that the case is in. */
  entry: QueueEntry | undefined
  isWide: boolean
  hasKeys: boolean
  onDecided: () => void
}

const OpenCase = ({ id, search, entry, isWide, hasKeys, onDecided }: OpenCaseProps) => (
  <div className="min-w-0">
    {!isWide && (
      <Link to={queuePath(undefined, search)} className="lone-link link">
        {search.pile === undefined ? 'All cases' : 'All cases of the pile'}
      </Link>
    )}
    <KeyHelp />
    {entry?.pile && entry.pile.cases > 1 && <PileNotice entry={entry} pile={entry.pile} search={search} />}
    <CasePanel key={id} id={id} hasKeys={hasKeys} onDecided={onDecided} />
  </div>
)

function NothingWaits({ search, news }: { search: QueueSearch; news: QueueNews }) {
  const isPart = Object.keys(search).length > 0
  return (
    <>
      {isPart && <QueueFilters search={search} />}
      <NewsLine news={news} current={undefined} search={search} />
      <EmptyState drawing="stool" title={isPart ? 'No such open cases' : 'No open cases'}>
        {isPart ? (
          <Link to={queuePath(undefined, {})} className="button button-primary">
            Show all cases
          </Link>
        ) : (
          <p>New reports and signals appear here, most serious and oldest first.</p>
        )}
      </EmptyState>
    </>
  )
}

function useSelectionKeys(selection: Selection, current: string | undefined) {
  useKeys({
    x: () => selection.toggle(current),
    X: () => selection.toggle(current, true),
    A: selection.tickAll,
    Escape: selection.clear,
  })
}

interface ScreenProps {
  id: string | undefined
  cases: readonly QueueEntry[]
  /** True while the list is of the choice before, which nobody asks for any more. */
  isOld: boolean
  news: QueueNews
  search: QueueSearch
  /** Shown below the last case. */
  children: ReactNode
}

/** On a wide screen the list and the open case are side by side, otherwise only one of them is shown. */
function Screen({ id, cases, isOld, news, search, children }: ScreenProps) {
  const isWide = useWideScreen()
  const navigate = useNavigate()
  const [refused, setRefused] = useState<Outcome['refused']>([])
  const current = id ?? (isWide && !isOld ? cases[0]?.id : undefined)
  const waiting = cases.filter((entry) => entry.id === current || !news.closed.has(entry.id))
  const { next, previous, leave, openPile } = useStep({ cases: waiting, current, search })
  const selection = useSelection(isOld ? [] : waiting, queuePath(undefined, search))
  useKeys(isOld ? {} : { j: next, k: previous, o: openPile })
  useSelectionKeys(selection, current)
  function onManyDecided(outcome: Outcome) {
    setRefused(outcome.refused)
    // A pile of which nothing is left closes.
    const pile = outcome.decided.length < news.open ? search.pile : undefined
    navigate(queuePath(undefined, { ...search, pile }), { replace: true })
  }
  const isTicking = selection.ticked.length > 0
  return (
    <div className={isWide ? 'grid grid-cols-[20rem_minmax(0,1fr)] items-start gap-6' : ''}>
      {(isWide || !current) && (
        <section aria-label="Waiting cases">
          <QueueFilters search={search} />
          <RefusedCases refused={refused} onClose={() => setRefused([])} />
          {isTicking && <TickedBar selection={selection} onDecided={onManyDecided} />}
          <CaseList {...{ cases, news, current, search, selection }} />
          {children}
        </section>
      )}
      {current && (
        <OpenCase
          id={current}
          search={search}
          entry={cases.find((entry) => entry.id === current)}
          isWide={isWide}
          hasKeys={!isTicking}
          onDecided={leave}
        />
      )}
    </div>
  )
}

/** Cases that wait for a decision, in the server's order; those of a person and of linked accounts are one entry. */
export function Queue({ id }: { id: string | undefined }) {
  const search = useQueueSearch()
  useKeys({ z: undoShown })
  const options = casesQuery(useApi(), search)
  const query = useLoadedPages(useInfiniteQuery({ ...options, placeholderData: keepPreviousData }))
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query
  const news = useQueueNews(query, search)
  const [data, instead] = loadedData(query, 'Failed to load the queue')
  if (!data) return instead
  const cases = data.pages.flatMap((page) => page.items)
  if (cases.length === 0 && !id) return <NothingWaits search={search} news={news} />
  return (
    <Screen id={id} cases={cases} isOld={query.isPlaceholderData} news={news} search={search}>
      {hasNextPage && <ShowMore isLoading={isFetchingNextPage} onMore={() => void fetchNextPage()} />}
    </Screen>
  )
}
