import type { ApiClient } from '#web/api/client.ts'
import { showToast } from '#web/ui/toast.ts'

interface SenderParts {
  api: ApiClient
  /** Resolved when changes may be sent. */
  ready: () => Promise<void>
  onChange: () => void
  /** The server has it. */
  onSent: (productId: string, isKept: boolean) => void
}

export type FavouritesSender = ReturnType<typeof favouritesSender>

/** What a person wants to keep, and what of it the server has. Shown at once, taken back with a word when it fails. */
export function favouritesSender({ api, ready, onChange, onSent }: SenderParts) {
  const wanted = new Map<string, boolean>()
  const confirmed = new Map<string, boolean>()
  const sending = new Set<string>()

  async function send(id: string, keep: boolean) {
    await api.call(keep ? 'keepFavourite' : 'dropFavourite', { params: { id } })
    return keep
  }

  function takeBack(productId: string, error: unknown) {
    const keep = wanted.get(productId) === true
    wanted.set(productId, confirmed.get(productId) ?? !keep)
    const title = keep ? 'Could not add to favourites' : 'Could not remove from favourites'
    showToast(title, error instanceof Error ? error.message : undefined)
    onChange()
  }

  async function settle(productId: string) {
    if (sending.has(productId)) return
    sending.add(productId)
    try {
      await ready()
      // However often it was tapped meanwhile: what was wanted last.
      for (let keep = wanted.get(productId); keep !== confirmed.get(productId); keep = wanted.get(productId))
        confirmed.set(productId, await send(productId, keep === true))
      onSent(productId, confirmed.get(productId) === true)
    } catch (error) {
      takeBack(productId, error)
    } finally {
      sending.delete(productId)
    }
  }

  return {
    /** Undefined as long as it is not known. */
    isKept: (productId: string) => wanted.get(productId),
    /** Shows it as kept, and leaves the sending to others. */
    expect: (productId: string) => void wanted.set(productId, true),
    want(productId: string, keep: boolean) {
      wanted.set(productId, keep)
      onChange()
      void settle(productId)
    },
    /** The server has these; what was taken back meanwhile is sent. */
    confirm(productIds: readonly string[]) {
      for (const id of productIds) {
        confirmed.set(id, true)
        if (wanted.get(id) === false) void settle(id)
      }
    },
    /** What the server or another tab tells; what is being changed here is known better. */
    learn(productId: string, isKept: boolean, isNews: boolean) {
      if (sending.has(productId) || (!isNews && wanted.has(productId))) return
      wanted.set(productId, isKept)
      confirmed.set(productId, isKept)
      onChange()
    },
  }
}
