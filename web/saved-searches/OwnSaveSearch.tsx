import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { loginPath } from '#web/platform/router/login-path.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { statusOf } from '#web/platform/api/client.ts'
import { pathOf } from '#web/platform/router/location.ts'
import { useLocation, useNavigate } from '#web/platform/router/use-router.ts'
import { CheckIcon } from '#web/platform/ui/icons.tsx'
import { Link } from '#web/platform/ui/Link.tsx'
import { showToast } from '#web/platform/ui/toasts/toast.ts'
import { SaveSearchButton } from './SaveSearchButton.tsx'
import { savedSearchesQuery } from './queries.ts'

interface OwnSaveSearchProps {
  query: string
  personId: string
  text: string
  className: string
}

/** Saves a search for the signed-in person; if it is saved already, links to the list of saved searches. */
export function OwnSaveSearch({ query, personId, text, className }: OwnSaveSearchProps) {
  const api = useApi()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const here = useLocation()
  const list = savedSearchesQuery(api, personId)
  const { data: saved } = useQuery(list)
  const link = useRef<HTMLAnchorElement>(null)
  const { mutate, isPending, isSuccess } = useMutation({
    networkMode: 'always',
    mutationFn: () => api.call('createSavedSearch', { body: { query, alert: 'instant' } }),
    onSuccess(added) {
      queryClient.setQueryData(list.queryKey, (known = []) => [
        added,
        ...known.filter(({ id }) => id !== added.id),
      ])
      showToast('Search saved', 'You get a notification as soon as something new matches.')
      void queryClient.invalidateQueries({ queryKey: list.queryKey })
    },
    onError(error) {
      if (statusOf(error) !== 401) return showToast('Could not save the search', error.message)
      showToast('Login required', 'Please log in to save this search')
      return navigate(loginPath(pathOf(here)))
    },
  })
  // The button disappears, and the link that replaces it takes the focus.
  useEffect(() => {
    if (isSuccess) link.current?.focus()
  }, [isSuccess])
  if (saved?.some((search) => search.query === query)) {
    return (
      <Link ref={link} to="/saved-searches" className={`button button-quiet ${className}`}>
        <CheckIcon />
        {/* Keeps the button's width, so that the elements beside it do not move. */}
        <span className="grid">
          <span className="invisible col-start-1 row-start-1" aria-hidden="true">
            {text}
          </span>
          <span className="col-start-1 row-start-1">
            Saved<span className="sr-only"> searches</span>
          </span>
        </span>
      </Link>
    )
  }
  return (
    <SaveSearchButton
      text={text}
      className={className}
      isBusy={isPending}
      onSave={() => isPending || mutate()}
    />
  )
}
