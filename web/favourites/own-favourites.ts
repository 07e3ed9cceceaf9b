import { FAVOURITES_MERGED_MAX, PRODUCTS_PER_PAGE_MAX } from '#contract/limits.ts'
import type { ApiClient } from '#web/platform/api/client.ts'
import {
  emitFavourites,
  localFavourites,
  setFavouritesSource,
  showToggled,
  writeLocalFavourites,
} from './favourites.ts'
import { type FavouriteNotificationsDeps, followFavouriteNotifications } from './favourite-notifications.ts'
import { createFavouritesSender, type FavouritesSender } from './favourites-sender.ts'

/**
 * Requests which products on the screen are favourites, with one call for all that are drawn at the same time, and
 * passes the answers to `learn`.
 */
function createFavouritesLoader(api: ApiClient, learn: (answers: ReadonlyMap<string, boolean>) => void) {
  const requested = new Set<string>()
  let waiting: string[] = []

  async function loadSome(products: readonly string[]) {
    try {
      const { productIds } = await api.call('checkFavourites', { query: { products: products.join() } })
      learn(new Map(products.map((id) => [id, productIds.includes(id)])))
    } catch {
      // Hearts keep their state; the next heart that appears requests these again.
      for (const id of products) requested.delete(id)
    }
  }

  function loadAll() {
    while (waiting.length > 0) void loadSome(waiting.splice(0, PRODUCTS_PER_PAGE_MAX))
  }

  return (productId: string) => {
    if (requested.has(productId)) return
    requested.add(productId)
    waiting = [...waiting, productId]
    if (waiting.length === 1) setTimeout(loadAll)
  }
}

const CHANNEL = 'sankofa.favourites'
const PRODUCT_ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/** A message from one tab to the others of the same browser. */
interface TabMessage {
  personId: string
  productId: string
  isFavourite: boolean
}

function forgetLocal(gone: readonly string[]) {
  const known = localFavourites()
  const left = known.filter((id) => !gone.includes(id))
  if (left.length < known.length) writeLocalFavourites(left)
}

/** Moves the favourites stored in this browser to the server. Without an answer they stay here for the next attempt. */
async function mergeLocal(api: ApiClient, sender: FavouritesSender): Promise<void> {
  const local = localFavourites().filter((id) => PRODUCT_ID.test(id))
  for (const id of local) sender.expect(id)
  try {
    for (let from = 0; from < local.length; from += FAVOURITES_MERGED_MAX) {
      const productIds = local.slice(from, from + FAVOURITES_MERGED_MAX)
      await api.call('mergeFavourites', { body: { productIds } })
      forgetLocal(productIds)
      sender.confirm(productIds)
    }
  } catch {
    // The next page load or connection tries again.
  }
}

/**
 * Saves the favourites of the signed-in person on the server whenever they press a heart. Returns a function that stops
 * this.
 */
export function followFavourites(deps: FavouriteNotificationsDeps): () => void {
  const { api, queryClient, personId } = deps
  const tabs = new BroadcastChannel(CHANNEL)
  let merging = Promise.resolve()
  const refreshList = () => void queryClient.invalidateQueries({ queryKey: ['favourites', personId] })

  const sender = createFavouritesSender({
    api,
    ready: () => merging,
    onChange: emitFavourites,
    onSent(productId, isFavourite) {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no origin to name
      tabs.postMessage({ personId, productId, isFavourite } satisfies TabMessage)
      refreshList()
    },
  })
  const load = createFavouritesLoader(api, (answers) => {
    for (const [id, isFavourite] of answers) sender.learn(id, isFavourite, false)
  })

  async function merge() {
    if (localFavourites().length === 0) return
    await mergeLocal(api, sender)
    refreshList()
  }
  function mergeAgain() {
    merging = merging.then(merge)
    emitFavourites()
  }
  tabs.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => {
    if (data.personId !== personId) return
    sender.learn(data.productId, data.isFavourite, true)
    refreshList()
  })
  addEventListener('online', mergeAgain)
  const stopNotifications = followFavouriteNotifications(deps)

  // Starts before the first heart is drawn, so that this browser's favourites show from the beginning.
  merging = merge()
  setFavouritesSource({
    isFavourite(productId) {
      const isFavourite = sender.isFavourite(productId)
      if (isFavourite === undefined) load(productId)
      return isFavourite
    },
    toggle(productId) {
      const isFavourite = !sender.isFavourite(productId)
      forgetLocal([productId])
      sender.want(productId, isFavourite)
      showToggled(isFavourite)
    },
  })

  return () => {
    stopNotifications()
    tabs.close()
    removeEventListener('online', mergeAgain)
    setFavouritesSource(undefined)
  }
}
