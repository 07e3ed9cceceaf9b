import type { MouseEvent } from 'react'
import { useSearchParams } from '#web/platform/router/use-router.ts'
import { ownPath } from '#contract/own-path.ts'
import type { Provider } from '#contract/site.ts'
import { usePublicConfig } from '#web/platform/config/public-config.ts'
import { useHydrated } from '#web/platform/browser/use-hydrated.ts'
import { NewTabLink } from '#web/platform/ui/NewTabLink.tsx'
import { showToast } from '#web/platform/ui/toasts/toast.ts'
import { beginNativeSignIn, nativeApp } from './native-app.ts'
import { ProviderMark } from './ProviderMark.tsx'
import { PROVIDER_NAMES } from './provider-names.ts'

/** Query with the path to open afterwards. It is empty on the server, whose page is the same for everyone. */
function useNextQuery(path: string | undefined): string {
  const [search] = useSearchParams()
  const isHydrated = useHydrated()
  const next = isHydrated ? ownPath(path ?? search.get('next')) : '/'
  return next === '/' ? '' : `?next=${encodeURIComponent(next)}`
}

function onClick(event: MouseEvent, provider: Provider) {
  const app = nativeApp()
  if (!app) return
  event.preventDefault()
  beginNativeSignIn(app, provider).catch(() => {
    showToast(`${PROVIDER_NAMES[provider]} login failed`, 'An unexpected error occurred')
  })
}

interface ProviderButtonsProps {
  /** Own path to open afterwards; the default is the one in the address. */
  next?: string
  /** Starts the log-in by phone; used if the deployment can send text messages. */
  onPhone?: () => void
}

/** Buttons for the other ways to log in or register; nothing if the deployment has none. */
export function ProviderButtons({ next, onPhone }: ProviderButtonsProps) {
  const { providers, phoneSignIn } = usePublicConfig()
  const isHydrated = useHydrated()
  const hasPhone = phoneSignIn && onPhone !== undefined
  const query = useNextQuery(next)
  if (providers.length === 0 && !hasPhone) return null
  return (
    <section aria-labelledby="or-continue-with" className="mt-6 grid gap-3">
      <h2
        id="or-continue-with"
        className="flex items-center gap-3 text-sm font-normal text-muted before:flex-1 before:border-t before:border-(--border-strong) after:flex-1 after:border-t after:border-(--border-strong)"
      >
        Or continue with
      </h2>
      {providers.map((provider) => (
        // It is a link because the answer redirects to another site.
        <a
          key={provider}
          href={`/api/auth/oauth/${provider}${query}`}
          onClick={(event) => onClick(event, provider)}
          className="button button-quiet"
        >
          <ProviderMark provider={provider} />
          {PROVIDER_NAMES[provider]}
        </a>
      ))}
      {hasPhone && (
        <button
          type="button"
          className="button button-quiet noscript:hidden"
          disabled={!isHydrated}
          onClick={onPhone}
        >
          Continue with phone
        </button>
      )}
      <p className="text-sm text-muted">
        By continuing you agree to the <NewTabLink href="/terms" text="terms and conditions" />.
      </p>
    </section>
  )
}
