import type { ApiClient } from '#web/platform/api/client.ts'
import { pushChoice } from './push-choice.ts'

/** Binds push to the person who is signed in, or nobody; browsers where nobody turned it on load none of its code. */
export async function followPush(api: ApiClient, personId: string | undefined): Promise<void> {
  if (!pushChoice.isOnForAnyone()) return
  try {
    const { renewPush, leavePush } = await import('./push-device.ts')
    if (personId !== undefined && pushChoice.isOn(personId)) await renewPush(api, personId)
    else await leavePush()
  } catch {
    // Without a network, say: the next tab tries again.
  }
}
