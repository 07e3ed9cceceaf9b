import type { Context } from '#server/context.ts'
import { DESK_CHANNEL } from '#server/moderation/cases/rules.ts'
import { listStaffIds } from '#server/moderation/staff/service.ts'
import { inSharedBatches } from '#server/platform/concurrency/batches.ts'

/**
 * Emits to the staff connected to this process when cases, claims or notes change in any process. The event says
 * nothing about the change, because some staff may not see some cases.
 */
export function followDesk({ db, listener, live, log }: Pick<Context, 'db' | 'listener' | 'live' | 'log'>) {
  const emit = inSharedBatches(async (changes: string[]) => {
    if (live.countSockets().signedIn > 0) live.emitHere(await listStaffIds(db), 'desk.changed', {})
    return changes
  })
  const onChange = () =>
    void emit('').catch((error: unknown) => log.error({ err: error }, 'Cannot emit a change of the desk.'))
  listener.on(DESK_CHANNEL, onChange)
  // Changes during an interruption of the connection are unknown.
  listener.onListening(onChange)
}
