import { FAVOURITES_MERGED_MAX } from '#contract/limits.ts'
import type { ApiClient } from '#web/api/client.ts'
import {
  keepFavouritesWith,
  localFavourites,
  tellFavourites,
  tellToggled,
  writeLocalFavourites,
} from './favourites.ts'
import { type FavouriteNewsParts, followFavouriteNews } from './favourite-news.ts'
import { favouritesAsker } from './favourites-asker.ts'
import { favouritesSender, type FavouritesSender } from './favourites-sender.ts'

const CHANNEL = 'sankofa.favourites'
const PRODUCT_ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/** What one tab tells the others of the same browser. */
interface Told {
  personId: string
  productId: string
  isKept: boolean
}

function forgetLocal(gone: readonly string[]) {
  const known = localFavourites()
  const left = known.filter((id) => !gone.includes(id))
  if (left.length < known.length) writeLocalFavourites(left)
}

/** Hands what this browser kept to the server, then forgets it here. Without an answer it stays for the next try. */
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
    // The next page or network tries again.
  }
}

/** Keeps the favourites of the person signed in on the server, as their hearts are pressed. Returns how to stop. */
export function followFavourites(parts: FavouriteNewsParts): () => void {
  const { api, queryClient, personId } = parts
  const tabs = new BroadcastChannel(CHANNEL)
  let merging = Promise.resolve()
  const refreshList = () => void queryClient.invalidateQueries({ queryKey: ['favourites', personId] })

  const sender = favouritesSender({
    api,
    ready: () => merging,
    onChange: tellFavourites,
    onSent(productId, isKept) {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no origin to name
      tabs.postMessage({ personId, productId, isKept } satisfies Told)
      refreshList()
    },
  })
  const ask = favouritesAsker(api, (answers) => {
    for (const [id, isKept] of answers) sender.learn(id, isKept, false)
  })

  async function merge() {
    if (localFavourites().length === 0) return
    await mergeLocal(api, sender)
    refreshList()
  }
  function mergeAgain() {
    merging = merging.then(merge)
    tellFavourites()
  }
  tabs.addEventListener('message', ({ data }: MessageEvent<Told>) => {
    if (data.personId !== personId) return
    sender.learn(data.productId, data.isKept, true)
    refreshList()
  })
  addEventListener('online', mergeAgain)
  const stopNews = followFavouriteNews(parts)

  // Before the first heart asks: what this browser kept is shown from the beginning.
  merging = merge()
  keepFavouritesWith({
    isKept(productId) {
      const isKept = sender.isKept(productId)
      if (isKept === undefined) ask(productId)
      return isKept
    },
    toggle(productId) {
      const keep = !sender.isKept(productId)
      forgetLocal([productId])
      sender.want(productId, keep)
      tellToggled(keep)
    },
  })

  return () => {
    stopNews()
    tabs.close()
    removeEventListener('online', mergeAgain)
    keepFavouritesWith(undefined)
  }
}
