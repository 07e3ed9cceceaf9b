import type { QueryClient } from '@tanstack/react-query'
import { onAuthEvent, readSession } from '#web/accounts/session-store.ts'
import type { ApiClient } from '#web/api/client.ts'
import { forgetDrafts } from '#web/conversations/drafts.ts'
import { followLive } from '#web/conversations/follow-live.ts'
import { keptConversations } from '#web/conversations/kept-conversations.ts'
import { tabOutbox } from '#web/conversations/tab-outbox.ts'
import { unreadConversationsQuery } from '#web/conversations/unread.ts'
import { type Connection, openConnection } from '#web/live/connection.ts'
import { live } from '#web/live/live.ts'
import { followNotifications } from '#web/notifications/follow-live.ts'
import { followPush } from '#web/notifications/follow-push.ts'
import { followOpenedNews } from '#web/notifications/opened-news.ts'
import { followFavourites } from '#web/products/own-favourites.ts'
import { createListingOutbox } from '#web/selling/listing-outbox.ts'

interface SignedInParts {
  api: ApiClient
  queryClient: QueryClient
  /** A token that is good for the next request. */
  accessToken: () => Promise<string | undefined>
  connect?: typeof openConnection
}

/** Whenever what failed before may succeed now. */
function onHope(act: () => void) {
  live.onState(() => void (live.state() === 'connected' && act()))
  addEventListener('online', act)
  // A phone that wakes may have lost its connection without having noticed.
  document.addEventListener('visibilitychange', () => void (document.visibilityState === 'visible' && act()))
}

/** Keeps counts and lists up with what the socket tells. Returns how to stop. */
function followNews({ api, queryClient }: Pick<SignedInParts, 'api' | 'queryClient'>, personId: string) {
  const stops = [
    followLive({ api, queryClient, live, personId }),
    followNotifications({ queryClient, live, personId }),
    followOpenedNews({ api, queryClient, personId }),
    followFavourites({ api, queryClient, live, personId }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

/** Listings that were finished without a network; the code of the form is loaded only where there are some. */
async function sendWaitingListings(parts: Pick<SignedInParts, 'api' | 'queryClient'>, personId: string) {
  const waiting = await import('#web/selling/send-waiting-listings.ts')
  await waiting.sendWaitingListings({ ...parts, personId })
}

/**
 * What runs on every page as long as somebody is signed in: the live connection, the counts that it changes, and the
 * sending of what waits. At signing out it forgets what this device kept of the person.
 */
export function startSignedInParts(parts: SignedInParts) {
  const { api, queryClient, accessToken, connect = openConnection } = parts
  const outbox = tabOutbox(api)
  /** Whom the parts serve: undefined is nobody, null is still to be told. */
  let personId: string | undefined | null = null
  let connection: Connection | undefined
  let listings: ReturnType<typeof createListingOutbox> | undefined
  let stopFollowing: (() => void) | undefined

  function leave() {
    connection?.close()
    stopFollowing?.()
    listings?.close()
    connection = undefined
    stopFollowing = undefined
    listings = undefined
    personId = null
  }

  function enter(id: string) {
    stopFollowing = followNews({ api, queryClient }, id)
    const { queryKey } = unreadConversationsQuery(api, id)
    // Any call finds out whether the session still stands, and signs out if it does not.
    const onRefused = () => void queryClient.invalidateQueries({ queryKey })
    connection = connect({ live, accessToken, onRefused })
    void outbox.flush()
    listings = createListingOutbox(id, () => sendWaitingListings({ api, queryClient }, id))
    listings.hurry()
  }

  /** Forgets what is kept of everyone who is not signed in now. */
  function forget() {
    const id = readSession()?.user.id
    forgetDrafts(id)
    void keptConversations.forget(id)
    void outbox.forgetOthers()
    void followPush(api, id)
  }

  function follow() {
    const id = readSession()?.user.id
    if (id === personId) return
    leave()
    forget()
    personId = id
    if (id) enter(id)
  }

  onAuthEvent((event) => {
    if (event === 'signing-out') return leave()
    follow()
    const token = readSession()?.access_token
    if (event === 'token-refreshed' && token) connection?.renew(token)
  })
  onHope(() => {
    connection?.hurry()
    void outbox.flush()
    listings?.hurry()
  })
  follow()
}
