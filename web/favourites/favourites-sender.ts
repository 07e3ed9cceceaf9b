import type { ApiClient } from '#web/platform/api/client.ts'
import { showToast } from '#web/platform/ui/toasts/toast.ts'

interface SenderDeps {
  api: ApiClient
  /** Resolves when changes may be sent. */
  ready: () => Promise<void>
  onChange: () => void
  onSent: (productId: string, isFavourite: boolean) => void
}

export type FavouritesSender = ReturnType<typeof createFavouritesSender>

/** Sends a person's changes. They show at once and are undone with a toast if sending fails. */
export function createFavouritesSender({ api, ready, onChange, onSent }: SenderDeps) {
  const wanted = new Map<string, boolean>()
  const confirmed = new Map<string, boolean>()
  const sending = new Set<string>()

  async function send(id: string, isFavourite: boolean) {
    await api.call(isFavourite ? 'addFavourite' : 'removeFavourite', { params: { id } })
    return isFavourite
  }

  function takeBack(productId: string, error: unknown) {
    const isFavourite = wanted.get(productId) === true
    wanted.set(productId, confirmed.get(productId) ?? !isFavourite)
    const title = isFavourite ? 'Could not add to favourites' : 'Could not remove from favourites'
    showToast(title, error instanceof Error ? error.message : undefined)
    onChange()
  }

  async function settle(productId: string) {
    if (sending.has(productId)) return
    sending.add(productId)
    try {
      await ready()
      // People may tap several times while a change is sent; only the last state counts.
      while (wanted.get(productId) !== confirmed.get(productId))
        confirmed.set(productId, await send(productId, wanted.get(productId) === true))
      onSent(productId, confirmed.get(productId) === true)
    } catch (error) {
      takeBack(productId, error)
    } finally {
      sending.delete(productId)
    }
  }

  return {
    /** Undefined until it is known. */
    isFavourite: (productId: string) => wanted.get(productId),
    /** Shows it as a favourite without sending it. */
    expect: (productId: string) => void wanted.set(productId, true),
    want(productId: string, isFavourite: boolean) {
      wanted.set(productId, isFavourite)
      onChange()
      void settle(productId)
    },
    /** Marks products as saved on the server, and sends removals that were made since. */
    confirm(productIds: readonly string[]) {
      for (const id of productIds) {
        confirmed.set(id, true)
        if (wanted.get(id) === false) void settle(id)
      }
    },
    /** Takes a state from the server or another tab; a change that is being sent here takes precedence. */
    learn(productId: string, isFavourite: boolean, isChange: boolean) {
      if (sending.has(productId) || (!isChange && wanted.has(productId))) return
      wanted.set(productId, isFavourite)
      confirmed.set(productId, isFavourite)
      onChange()
    },
  }
}
