import type { ApiClient } from '#web/platform/api/client.ts'
import { pushChoice } from './push-choice.ts'

/**
 * Binds push to the signed-in person, or to nobody. Browsers in which nobody turned it on load none of its
 * code.
 */
export async function followPush(api: ApiClient, personId: string | undefined): Promise<void> {
  if (!pushChoice.isOnForAnyone()) return
  try {
    const { renewPush, leavePush } = await import('./push-device.ts')
    if (personId !== undefined && pushChoice.isOn(personId)) await renewPush(api, personId)
    else await leavePush()
  } catch {
    // There may be no network; the next tab tries again.
  }
}
