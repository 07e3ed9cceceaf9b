import type { PendingMessage } from '#web/conversations/apply-live.ts'
import type { OutboxItem } from '#web/conversations/outbox/outbox.ts'

function stateOf({ state, photo, isReduced }: OutboxItem): PendingMessage['state'] {
  if (state === 'sending') return photo && !isReduced ? 'preparing' : 'sending'
  return state === 'refused' ? 'failed' : 'waiting'
}

/** Waiting messages as the list shows them; each photo has an object URL while it waits. */
export function createPreviews() {
  const addresses = new Map<string, string>()

  function addressOf({ key }: OutboxItem, photo: Blob): string {
    const known = addresses.get(key) ?? URL.createObjectURL(photo)
    addresses.set(key, known)
    return known
  }

  return {
    of(items: readonly OutboxItem[]): PendingMessage[] {
      for (const [key, address] of addresses) {
        if (items.some((item) => item.key === key)) continue
        URL.revokeObjectURL(address)
        addresses.delete(key)
      }
      return items.map((item) => ({
        clientKey: item.key,
        content: item.content,
        step: item.step,
        photo: item.photo && { preview: addressOf(item, item.photo), sent: item.progress },
        createdAt: item.createdAt,
        state: stateOf(item),
        isHeldUp: item.isHeldUp,
        problem: item.reason,
        code: item.code,
      }))
    },
    close() {
      for (const address of addresses.values()) URL.revokeObjectURL(address)
      addresses.clear()
    },
  }
}
