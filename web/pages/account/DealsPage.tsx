import { useSession } from '#web/accounts/sessions/session.ts'
import { DealList } from '#web/agreements/deals/DealList.tsx'

/** The person's agreements, as buyer and as seller. */
export function DealsPage() {
  const session = useSession()
  if (!session) return null
  return (
    // At least as high as the screen, so that the footer does not jump when the deals arrive.
    <div className="page min-h-dvh max-w-3xl py-6">
      <h1 className="mb-5 text-2xl font-bold">Deals</h1>
      {/* The key resets the list when another person signs in. */}
      <DealList key={session.user.id} personId={session.user.id} />
    </div>
  )
}
