import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '#web/platform/router/use-router.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { showToast } from '#web/platform/ui/toasts/toast.ts'

/** Logs out; the code loads when the person presses the button. */
export function useLogout(): () => Promise<void> {
  const deps = { api: useApi(), queryClient: useQueryClient(), navigate: useNavigate() }
  return () =>
    import('./log-out.ts').then(
      ({ logOut }) => logOut(deps),
      () => showToast('Logout failed'),
    )
}
