import type { ApiClient } from '#web/api/client.ts'
import { pushChoice } from './push-choice.ts'

/** Keeps push with whoever is signed in, or nobody; browsers where nobody turned it on load nothing of it. */
export async function followPush(api: ApiClient, personId: string | undefined): Promise<void> {
  if (!pushChoice.isOnForAnyone()) return
  try {
    const { keepPush, leavePush } = await import('./push-device.ts')
    if (personId !== undefined && pushChoice.isOn(personId)) await keepPush(api, personId)
    else await leavePush()
  } catch {
    // Without a network, say: the next tab tries again.
  }
}
