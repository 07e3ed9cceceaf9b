import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { isolated } from '#contract/isolated.ts'
import { type ReactNode, useState } from 'react'
import { SEARCH_MAX } from '#contract/limits.ts'
import { usePause } from '#web/accounts/phone/use-pause.ts'
import { useLoadedPages } from '#web/platform/router/use-loaded-pages.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { ApiError } from '#web/platform/api/client.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { SearchIcon } from '#web/platform/ui/icons.tsx'
import { Link } from '#web/platform/ui/Link.tsx'
import { LoadFailure } from '#web/platform/ui/LoadFailure.tsx'
import { ShowMore } from '#web/platform/ui/ShowMore.tsx'
import { ConversationRowLink } from './ConversationRowLink.tsx'
import { distinctRows } from './inbox-rows.ts'
import { conversationsQuery } from '#web/conversations/queries.ts'

/** Delay between the last key and the search. */
const SEARCH_MILLISECONDS = 300

const InboxOutline = () => (
  <div aria-busy="true" className="mt-4 grid gap-1">
    <p className="sr-only">Loading…</p>
    {Array.from({ length: 6 }, (_, index) => (
      <div key={index} className="skeleton h-[4.75rem]" />
    ))}
  </div>
)

const NoConversations = () => (
  <EmptyState drawing="phone" title="No messages yet">
    <p>Find something you like and message the seller. Your chats will appear here.</p>
    <Link to="/products" className="button button-primary">
      Browse Products
    </Link>
  </EmptyState>
)

const NothingFound = ({ search }: { search: string }) => (
  <EmptyState drawing="calabash" title="Nothing found">
    <p>{`No chat contains '${isolated(search)}'. Try another name, title or word.`}</p>
  </EmptyState>
)

function SearchBox({ onSearch }: { onSearch: (search: string) => void }) {
  const pause = usePause(SEARCH_MILLISECONDS)
  return (
    <form
      role="search"
      className="inbox-search"
      onSubmit={(event) => {
        event.preventDefault()
        onSearch(String(new FormData(event.currentTarget).get('search')).trim())
      }}
    >
      <label htmlFor="search-conversations" className="sr-only">
        Search chats
      </label>
      <input
        dir="auto"
        id="search-conversations"
        name="search"
        type="search"
        className="field pr-11"
        placeholder="Search chats"
        autoComplete="off"
        maxLength={SEARCH_MAX}
        onChange={({ target }) => pause(() => onSearch(target.value.trim()))}
      />
      <Button type="submit" aria-label="Search" look="icon" className="absolute top-0 right-0 text-muted">
        <SearchIcon className="size-5" />
      </Button>
    </form>
  )
}

const StoredHint = () => (
  <p className="mt-4 rounded-card bg-gold-soft px-4 py-2 text-sm text-gold">
    You are offline. These are the chats last saved on this device.
  </p>
)

interface InboxProps {
  personId: string
  /** The conversation that is open beside the list. */
  currentId?: string
}

export function Inbox({ personId, currentId }: InboxProps) {
  const [search, setSearch] = useState('')
  const query = useLoadedPages(
    useInfiniteQuery({
      ...conversationsQuery(useApi(), personId, search),
      placeholderData: keepPreviousData,
    }),
    ` ${search}`,
  )
  const rows = distinctRows(query.data?.pages.flatMap(({ items }) => items) ?? [])

  function content(): ReactNode {
    if (query.isPending) return <InboxOutline />
    if (!query.data) {
      const requestId = query.error instanceof ApiError ? query.error.requestId : undefined
      return (
        <LoadFailure
          message="Failed to load your chats"
          requestId={requestId}
          retry={() => void query.refetch()}
        />
      )
    }
    if (rows.length === 0) return search ? <NothingFound search={search} /> : <NoConversations />
    return (
      <ul className="conversation-rows divide-y divide-line">
        {rows.map((row) => (
          <li key={row.id}>
            <ConversationRowLink row={row} isCurrent={row.id === currentId} />
          </li>
        ))}
      </ul>
    )
  }

  return (
    <>
      {(search !== '' || rows.length > 0) && <SearchBox onSearch={setSearch} />}
      {query.data?.pages[0]?.isStored && !query.isFetching && <StoredHint />}
      <p role="status" className="sr-only">
        {search !== '' && !query.isFetching && `${rows.length} found`}
      </p>
      {content()}
      {query.hasNextPage && (
        <ShowMore isLoading={query.isFetchingNextPage} onMore={() => void query.fetchNextPage()} />
      )}
    </>
  )
}
