import { Suspense } from 'react'
import type { Product } from '#contract/products.ts'
import { useSession } from '#web/accounts/sessions/session.ts'
import { useSearchParams } from '#web/platform/router/use-router.ts'
import { lazyPart } from '#web/platform/ui/lazy/lazy-part.ts'

// The page stays and the message waits in this tab until the code is loaded.
const SendOnReturn = lazyPart(async () => (await import('./SendOnReturn.tsx')).SendOnReturn)

/** Loads its code only for people who come back from signing in to send a message. */
export function LazySendOnReturn({ product }: { product: Product }) {
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
