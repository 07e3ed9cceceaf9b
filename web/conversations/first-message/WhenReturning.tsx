import { Suspense } from 'react'
import type { Product } from '#contract/products.ts'
import { useSession } from '#web/accounts/sessions/session.ts'
import { useSearchParams } from '#web/platform/router/use-router.ts'
import { lazyPart } from '#web/platform/ui/lazy/lazy-part.ts'

// Until it is there the page stands, and the message stays in this tab.
const SendOnReturn = lazyPart(async () => (await import('./SendOnReturn.tsx')).SendOnReturn)

/** Loads nothing but for who comes back from signing in to send what they wrote. */
export function WhenReturning({ product }: { product: Product }) {
  const session = useSession()
  const [search] = useSearchParams()
  const messageKey = search.get('message')
  if (!session || !messageKey) return null
  return (
    <Suspense>
      <SendOnReturn product={product} messageKey={messageKey} viewerId={session.user.id} />
    </Suspense>
  )
}
