import { lazy, Suspense, useEffect, useState } from 'react'
import { useLocation, useNavigate, useNavigationType } from '#web/platform/router/use-router.ts'
import type { Product } from '#contract/products.ts'
import { loginPath } from '#web/platform/router/login-path.ts'
import { useSession } from '#web/accounts/sessions/session.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { ApiError } from '#web/platform/api/client.ts'
import { tabStorage } from '#web/platform/offline/browser-storage.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { MessageIcon } from '#web/platform/ui/icons.tsx'
import { showToast } from '#web/platform/ui/toasts/toast.ts'
import { OPEN_SHEET } from './open-sheet.ts'

const loadSheet = () => import('./MessageSheet.tsx')
const MessageSheet = lazy(async () => ({ default: (await loadSheet()).MessageSheet }))

/** Refusals whose texts explain the problem. */
const EXPLAINED = [
  'cannot-message-yourself',
  'product-sold',
  'product-not-found',
  'too-many-conversations',
  'too-many-conversations-today',
  'verify-phone-to-write',
  'person-blocked',
  'person-unavailable',
]

function showFailure(error: unknown) {
  const isExplained = error instanceof ApiError && EXPLAINED.includes(error.code)
  showToast(isExplained ? error.message : 'Failed to start conversation. Please try again.')
}

/**
 * SPEC 2: disabled on the viewer's own listing and once the product is sold. Visitors write first and sign in or
 * register afterwards.
 */
export function MessageSellerButton({ product, className = '' }: { product: Product; className?: string }) {
  const api = useApi()
  const session = useSession()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const isLoaded = useNavigationType() === 'POP'
  const [isOpening, setOpening] = useState(false)
  const [isWriting, setWriting] = useState(false)
  const isOwn = session?.user.id === product.seller.id

  async function write() {
    try {
      await loadSheet()
      setWriting(true)
    } catch {
      // If the sheet's code cannot be loaded, as after a deployment, people use the log-in page instead.
      showToast('Login required', 'Please log in to message the seller')
      navigate(loginPath(pathname))
    }
  }

  // Reopens the sheet after a reload, but not after following a link or logging in. A page has two of these buttons,
  // and only one reopens it.
  useEffect(() => {
    if (!isLoaded || tabStorage.get(OPEN_SHEET) !== product.id) return
    tabStorage.remove(OPEN_SHEET)
    loadSheet().then(
      () => setWriting(true),
      () => undefined,
    )
  }, [isLoaded, product.id])

  async function open() {
    try {
      const { id } = await api.call('openConversation', { body: { productId: product.id } })
      navigate(`/conversation/${id}`)
    } catch (error) {
      showFailure(error)
    }
  }

  async function start() {
    setOpening(true)
    await (session ? open() : write())
    setOpening(false)
  }

  const instead = isOwn ? 'Your Listing' : isOpening && 'Opening…'
  return (
    <div className={className}>
      <Button
        disabled={isOwn || product.status === 'sold'}
        aria-disabled={isOpening}
        look="primary"
        className="w-full noscript:hidden"
        onClick={() => isOpening || void start()}
      >
        <MessageIcon className="size-5" />
        {instead || (
          <span>
            Message <span>Seller</span>
          </span>
        )}
      </Button>
      <p className="hidden text-sm text-muted noscript:block">
        Messaging the seller needs JavaScript, which is off in this browser.
      </p>
      {isWriting && (
        <Suspense>
          <MessageSheet product={product} onClose={() => setWriting(false)} />
        </Suspense>
      )}
    </div>
  )
}
