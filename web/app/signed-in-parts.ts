import type { QueryClient } from '@tanstack/react-query'
import { onAuthEvent, readSession } from '#web/accounts/session-store.ts'
import type { ApiClient } from '#web/api/client.ts'
import { forgetDrafts } from '#web/conversations/drafts.ts'
import { followLive } from '#web/conversations/follow-live.ts'
import { keptConversations } from '#web/conversations/kept-conversations.ts'
import { forgetMessagePhotos } from '#web/conversations/kept-photos.ts'
import { tabOutbox } from '#web/conversations/tab-outbox.ts'
import { unreadConversationsQuery } from '#web/conversations/unread.ts'
import { openConnection } from '#web/live/connection.ts'
import { live } from '#web/live/live.ts'
import { followNotifications } from '#web/notifications/follow-live.ts'
import { followPush } from '#web/notifications/follow-push.ts'
import { fetchLatest } from '#web/notifications/newest-news.ts'
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
  const latestNews = async () => (await fetchLatest({ api, queryClient, personId })).items
  const stops = [
    followLive({ api, queryClient, live, personId }),
    followNotifications({ api, queryClient, live, personId }),
    followOpenedNews({ api, queryClient, personId }),
    followFavourites({ api, queryClient, live, personId, latestNews }),
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

/** Serves one person until it is stopped: the live connection, the counts that it changes, and what waits to be sent. */
function serve(parts: SignedInParts, outbox: ReturnType<typeof tabOutbox>, personId: string) {
  const { api, queryClient, accessToken, connect = openConnection } = parts
  const stopFollowing = followNews(parts, personId)
  const { queryKey } = unreadConversationsQuery(api, personId)
  // Any call finds out whether the session still stands, and signs out if it does not.
  const onRefused = () => void queryClient.invalidateQueries({ queryKey })
  const connection = connect({ live, accessToken, onRefused })
  const listings = createListingOutbox(personId, () => sendWaitingListings({ api, queryClient }, personId))
  void outbox.flush()
  listings.hurry()
  return {
    renew: (token: string) => connection.renew(token),
    hurry() {
      connection.hurry()
      listings.hurry()
    },
    stop() {
      connection.close()
      stopFollowing()
      listings.close()
    },
  }
}

/** What everyone but one person read on this device; the server has it as well. */
function forgetRead(exceptOf?: string) {
  void keptConversations.forget(exceptOf)
  forgetMessagePhotos(exceptOf)
}

/** What everyone but one person wrote here and never sent, which is nowhere else. */
function forgetUnsent(outbox: ReturnType<typeof tabOutbox>, exceptOf?: string) {
  forgetDrafts(exceptOf)
  void outbox.forgetOthers()
}

/** Of listings goes what the server has as well. The code is loaded only for this. */
async function forgetListings(personId: string) {
  const { forgetKeptListings } = await import('#web/selling/forget-kept.ts')
  await forgetKeptListings(personId, 'signed-out')
}

/**
 * What runs on every page as long as somebody is signed in. What this device keeps of a person is forgotten when they
 * sign out here, or somebody else signs in. Of a session that was ended for them stays only what is unsent, which goes
 * when they are back. Of several tabs the one in which they sign out forgets that as well.
 */
export function startSignedInParts(parts: SignedInParts) {
  const outbox = tabOutbox(parts.api)
  /** Undefined is nobody, null is still to be told. */
  let personId: string | undefined | null = null
  let served: ReturnType<typeof serve> | undefined
  /** Who is signing out in this tab. */
  let leaving: string | undefined

  function leave() {
    served?.stop()
    served = undefined
    personId = null
  }

  function forget(id: string | undefined) {
    void followPush(parts.api, id)
    forgetRead(id)
    if (id || leaving) forgetUnsent(outbox, id)
    // Nobody's messages are shown while nobody is there to read them.
    else void outbox.reload()
    if (leaving && leaving !== id) void forgetListings(leaving).catch(() => undefined)
    leaving = undefined
  }

  function follow() {
    const id = readSession()?.user.id
    if (id === personId) return
    leave()
    forget(id)
    personId = id
    if (id) served = serve(parts, outbox, id)
  }

  onAuthEvent((event) => {
    if (event === 'signing-out') {
      leaving = readSession()?.user.id
      return leave()
    }
    // The call that signs out may need a fresh token first.
    if (leaving && event === 'token-refreshed') return
    follow()
    const token = readSession()?.access_token
    if (event === 'token-refreshed' && token) served?.renew(token)
  })
  onHope(() => {
    served?.hurry()
    void outbox.flush()
  })
  follow()
}
