import { useQueryClient } from '@tanstack/react-query'
import { idMark } from '#contract/id-mark.ts'
import { isolated } from '#contract/isolated.ts'
import { readSession } from '#web/accounts/sessions/session-store.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { reasonOf } from '#web/platform/api/client.ts'
import { showToast } from '#web/platform/ui/toasts/toast.ts'
import { refreshPeople } from './follow-hidden.ts'
import { readHidden, writeHidden } from './hidden-people.ts'

export interface Person {
  id: string
  name: string
}

/** Shows the block at once, before the server confirms it. */
function showChanged(personId: string, otherId: string, isBlocked: boolean): void {
  const mark = idMark(otherId)
  const known = readHidden()
  const without = (marks: readonly string[] = []) => marks.filter((each) => each !== mark)
  const added = isBlocked ? [mark] : []
  writeHidden({
    personId,
    readAt: known?.readAt ?? 0,
    blocked: [...added, ...without(known?.blocked)],
    reported: known?.reported ?? [],
  })
}

/** Returns a function that blocks or unblocks; it resolves to whether that worked and shows a toast if not. */
export function useBlock({ id, name: ownName }: Person): (isBlocked: boolean) => Promise<boolean> {
  const api = useApi()
  const queryClient = useQueryClient()
  const name = isolated(ownName)
  return async (isBlocked) => {
    try {
      await api.call(isBlocked ? 'blockPerson' : 'unblockPerson', { params: { id } })
    } catch (error) {
      showToast(isBlocked ? `Failed to block ${name}` : `Failed to unblock ${name}`, reasonOf(error))
      return false
    }
    const personId = readSession()?.user.id
    if (personId) {
      showChanged(personId, id, isBlocked)
      refreshPeople(queryClient, personId)
    }
    if (isBlocked) showToast(`You blocked ${name}`, 'We do not tell them. You can unblock them in Settings.')
    else showToast(`You unblocked ${name}`)
    return true
  }
}
