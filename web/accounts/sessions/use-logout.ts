import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '#web/platform/router/use-router.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { showToast } from '#web/platform/ui/toasts/toast.ts'

/** Logs out; its code comes at the press. */
export function useLogout(): () => Promise<void> {
  const deps = { api: useApi(), queryClient: useQueryClient(), navigate: useNavigate() }
  return () =>
    import('./log-out.ts').then(
      ({ logOut }) => logOut(deps),
      () => showToast('Logout failed'),
    )
}
