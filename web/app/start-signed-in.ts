import type { QueryClient } from '@tanstack/react-query'
import { isolated } from '#contract/isolated.ts'
import { onAuthEvent, readSession } from '#web/accounts/sessions/session-store.ts'
import { followHidden } from '#web/blocks/follow-hidden.ts'
import { ADDRESSES } from '#web/platform/api/addresses.ts'
import type { ApiClient } from '#web/platform/api/client.ts'
import { SIGNED_IN_ADDRESSES } from '#web/platform/api/signed-in-addresses.ts'
import { followLive } from '#web/conversations/follow-live.ts'
import { sendFirstMessages } from '#web/conversations/first-message/send-waiting.ts'
import { tabOutbox } from '#web/conversations/outbox/tab-outbox.ts'
import { unreadConversationsQuery } from '#web/conversations/inbox/unread.ts'
import { openConnection } from '#web/platform/live/connection.ts'
import { live } from '#web/platform/live/live.ts'
import { followNotifications } from '#web/notifications/follow-live.ts'
import { followPush } from '#web/notifications/follow-push.ts'
import { fetchLatest } from '#web/notifications/newest-notifications.ts'
import { followOpenedNotifications } from '#web/notifications/opened-notifications.ts'
import { followFavourites } from '#web/favourites/own-favourites.ts'
import { showToast } from '#web/platform/ui/toasts/toast.ts'
import { createListingQueue } from '#web/selling/drafts/listing-queue.ts'
import { followReplies } from './start-later.ts'
import { forgetDeleted, forgetOthers } from './forget.ts'

Object.assign(ADDRESSES, SIGNED_IN_ADDRESSES)

interface SignedInDeps {
  api: ApiClient
  queryClient: QueryClient
  /** Returns a token that is valid for the next request. */
  accessToken: () => Promise<string | undefined>
  connect?: typeof openConnection
}

/** Calls `act` whenever an attempt that failed before may succeed now. */
function onRetryOpportunity(act: () => void) {
  live.onState(() => void (live.state() === 'connected' && act()))
  addEventListener('online', act)
  // A phone that wakes may have lost its connection without noticing.
  document.addEventListener('visibilitychange', () => void (document.visibilityState === 'visible' && act()))
}

/** Updates counts and lists by the socket's events. Returns a function that stops it. */
function followChanges({ api, queryClient }: Pick<SignedInDeps, 'api' | 'queryClient'>, personId: string) {
  const listLatestNotifications = async () => (await fetchLatest({ api, queryClient, personId })).items
  const stops = [
    followLive({ api, queryClient, live, personId }),
    followHidden({ api, queryClient, live, personId }),
    followNotifications({ api, queryClient, live, personId }),
    followOpenedNotifications({ api, queryClient, personId }),
    followFavourites({ api, queryClient, live, personId, listLatestNotifications }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

/**
 * Serves one person until it is stopped: the live connection, the counts that it changes, and the messages
 * and listings that wait to be sent.
 */
function serve(deps: SignedInDeps, outbox: ReturnType<typeof tabOutbox>, personId: string) {
  const { api, queryClient, accessToken, connect = openConnection } = deps
  const stopFollowing = followChanges(deps, personId)
  const { queryKey } = unreadConversationsQuery(api, personId)
  // Any call finds out whether the session is still valid, and signs out if it is not.
  const onRefused = () => void queryClient.invalidateQueries({ queryKey })
  const connection = connect({ live, accessToken, onRefused })
  const listings = createListingQueue({ api, queryClient, personId })
  void outbox.flush()
  void listings.flush()
  sendFirstMessages(api)
  return {
    renew: (token: string) => connection.renew(token),
    connectNow() {
      connection.connectNow()
      void listings.flush()
      sendFirstMessages(api)
    },
    stop() {
      connection.close()
      stopFollowing()
      listings.close()
    },
  }
}

/**
 * Removes replies for one person, so that the next one never sees them. Queries of shown components are
 * replaced with the components.
 */
const forgetReplies = (queryClient: QueryClient) =>
  queryClient.removeQueries({
    predicate: (query) => query.meta?.personal === true && query.getObserversCount() === 0,
  })

/** Shows a toast when another person signs in in another tab. */
function announceOthers() {
  let before = readSession()?.user
  onAuthEvent((_, isElsewhere) => {
    const now = readSession()?.user
    if (isElsewhere && now && before && now.id !== before.id)
      showToast(
        `You are now logged in as ${isolated(now.name)}`,
        `The account changed in another tab. What ${isolated(before.name)} typed in forms returns when they log in again. Unsent messages were deleted.`,
      )
    before = now ?? before
  })
}

/**
 * Services that run on every page for a signed-in person. They delete what this device stores of other
 * people.
 */
export function startSignedInServices(deps: SignedInDeps) {
  followReplies(deps.api.clock)
  const outbox = tabOutbox(deps.api)
  // Most of the pages that signed-in people open are in this file.
  import('./later-pages.ts').catch(() => undefined)
  /** Undefined means nobody, and null that it is not known yet. */
  let personId: string | undefined | null = null
  let served: ReturnType<typeof serve> | undefined
  /** The person whose log-out is under way in this tab. */
  let leaving: string | undefined

  function leave() {
    served?.stop()
    served = undefined
    personId = null
  }

  function follow() {
    const id = readSession()?.user.id
    if (id === personId) return
    leave()
    void followPush(deps.api, id)
    forgetOthers(id, leaving)
    leaving = undefined
    forgetReplies(deps.queryClient)
    personId = id
    if (id) served = serve(deps, outbox, id)
  }

  announceOthers()
  onAuthEvent((event) => {
    const id = readSession()?.user.id
    if (event === 'account-deleted') return void (id && forgetDeleted(id))
    if (event === 'signing-out') {
      leaving = id
      return leave()
    }
    // The call that signs out may need a fresh token first.
    if (leaving && event === 'token-refreshed') return
    follow()
    const token = readSession()?.access_token
    if (event === 'token-refreshed' && token) served?.renew(token)
  })
  onRetryOpportunity(() => {
    served?.connectNow()
    void outbox.flush()
  })
  follow()
}
