import { Suspense } from 'react'
import { useNavigate } from '#web/platform/router/use-router.ts'
import { loginPath } from '#web/platform/router/login-path.ts'
import { useSession } from '#web/accounts/sessions/session.ts'
import { showToast } from '#web/platform/ui/toasts/toast.ts'
import { type Filters, productsPath } from '#web/search/filters.ts'
import { SaveSearchButton } from './SaveSearchButton.tsx'
import { toSavedQuery } from './saved-query.ts'
import { lazyPart } from '#web/platform/ui/lazy/lazy-part.ts'

const OwnSaveSearch = lazyPart(async () => (await import('./OwnSaveSearch.tsx')).OwnSaveSearch)

interface SaveSearchProps {
  filters: Filters
  text?: string
  className?: string
}

/** Offered for every search with a filter; only signed-in people load its code. */
export function SaveSearch({ filters, text = 'Save search', className = '' }: SaveSearchProps) {
  const session = useSession()
  const navigate = useNavigate()
  const query = toSavedQuery(filters)
  const look = { text, className }
  if (!query) return null
  if (session) {
    return (
      <Suspense fallback={<SaveSearchButton {...look} isBusy />}>
        <OwnSaveSearch {...look} key={query} query={query} personId={session.user.id} />
      </Suspense>
    )
  }
  return (
    <SaveSearchButton
      {...look}
      onSave={() => {
        showToast('Login required', 'Please log in to save this search')
        navigate(loginPath(productsPath(filters)))
      }}
    />
  )
}
