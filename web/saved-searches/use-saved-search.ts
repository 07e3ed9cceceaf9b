import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Alert } from '#contract/selling/choices.ts'
import type { SavedSearch } from '#contract/search/saved-searches.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { showToast } from '#web/platform/ui/toasts/toast.ts'
import { ALERT_MESSAGES } from './texts.ts'
import { savedSearchesQuery } from './queries.ts'

export function useSavedSearch({ id, alert }: SavedSearch, personId: string) {
  const api = useApi()
  const queryClient = useQueryClient()
  const { queryKey } = savedSearchesQuery(api, personId)
  const change = (next: (known: SavedSearch[]) => SavedSearch[]) =>
    queryClient.setQueryData(queryKey, (known) => known && next(known))
  const showAlert = (shown: Alert) =>
    change((known) => known.map((search) => (search.id === id ? { ...search, alert: shown } : search)))

  const alerting = useMutation({
    networkMode: 'always',
    // Changes are sent one after the other, so that the last choice wins.
    scope: { id },
    mutationFn: (next: Alert) => api.call('updateSavedSearch', { params: { id }, body: { alert: next } }),
    onMutate: (next) => {
      showAlert(next)
      return alert
    },
    onSuccess: (_, next) => showToast('Alert changed', ALERT_MESSAGES[next]),
    onError(error, _, before = alert) {
      showAlert(before)
      showToast('Could not change the alert', error.message)
    },
  })
  const removing = useMutation({
    networkMode: 'always',
    mutationFn: () => api.call('deleteSavedSearch', { params: { id } }),
    onSuccess() {
      change((known) => known.filter((search) => search.id !== id))
      showToast('Saved search deleted')
    },
    onError: (error) => showToast('Could not delete the saved search', error.message),
  })
  return { setAlert: alerting.mutate, remove: removing.mutate, isRemoving: removing.isPending }
}
