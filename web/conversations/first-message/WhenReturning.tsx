import type { Product } from '#contract/products.ts'
import { useSession } from '#web/accounts/sessions/session.ts'
import { useSearchParams } from '#web/platform/router/use-router.ts'
import { useLaterCode } from '#web/platform/ui/use-later-code.ts'

const load = () => import('./SendOnReturn.tsx')

/** Loads nothing but for who comes back from signing in to send what they wrote, which stays in this tab until then. */
export function WhenReturning({ product }: { product: Product }) {
  const session = useSession()
  const [search] = useSearchParams()
  const messageKey = search.get('message')
  const code = useLaterCode(load, session !== null && messageKey !== null)
  if (!session || !messageKey || !code) return null
  return <code.SendOnReturn product={product} messageKey={messageKey} viewerId={session.user.id} />
}
