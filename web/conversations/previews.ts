import type { PendingMessage } from './apply-live.ts'
import type { OutboxItem } from './outbox-entries.ts'

/** Messages that wait, as the list shows them, each photo with an address of its own while it waits. */
export function createPreviews() {
  const addresses = new Map<string, string>()

  function addressOf({ clientKey }: OutboxItem, photo: Blob): string {
    const known = addresses.get(clientKey) ?? URL.createObjectURL(photo)
    addresses.set(clientKey, known)
    return known
  }

  return {
    of(items: readonly OutboxItem[]): PendingMessage[] {
      for (const [clientKey, address] of addresses) {
        if (items.some((item) => item.clientKey === clientKey)) continue
        URL.revokeObjectURL(address)
        addresses.delete(clientKey)
      }
      return items.map((item) => ({
        clientKey: item.clientKey,
        content: item.content,
        photo: item.photo && { preview: addressOf(item, item.photo), sent: item.sent },
        createdAt: item.createdAt,
        state: item.state,
        isHeldUp: item.isHeldUp,
        problem: item.problem ?? item.waitsFor,
        code: item.code,
      }))
    },
    close() {
      for (const address of addresses.values()) URL.revokeObjectURL(address)
      addresses.clear()
    },
  }
}
