import '#web/platform/styles/dashboard.css'
import { useQuery } from '@tanstack/react-query'
import { useSession } from '#web/accounts/sessions/session.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { categoriesQuery } from '#web/catalog/queries.ts'
import { SavedSearchList } from '#web/saved-searches/SavedSearchList.tsx'

export function SavedSearchesPage() {
  const session = useSession()
  const { data: categories } = useQuery(categoriesQuery(useApi()))
  if (!session) return null
  const nameOf = (categoryId: string) => categories?.find(({ id }) => id === categoryId)?.name
  return (
    <div className="page min-h-dvh max-w-3xl py-6">
      <h1 className="mb-5 text-2xl font-bold">Saved searches</h1>
      {/* The key resets the list when another person signs in. */}
      <SavedSearchList key={session.user.id} personId={session.user.id} nameOf={nameOf} />
    </div>
  )
}
