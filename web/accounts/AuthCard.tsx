import type { ReactNode } from 'react'
import { usePublicConfig } from '#web/platform/config/public-config.ts'
import { useHydrated } from '#web/platform/browser/use-hydrated.ts'
import { FormError } from '#web/platform/forms/FormError.tsx'
import { missingForSignIn } from '#web/accounts/sessions/sign-in-needs.ts'

/** Warns before a person types a password that this browser blocks what a log-in needs. */
function SignInNeeds() {
  const missing = useHydrated() ? missingForSignIn() : undefined
  if (missing === undefined) return null
  return (
    <div className="mb-4">
      <FormError message={missing} />
    </div>
  )
}

interface AuthCardProps {
  title: string
  /** A longer title that may follow; the heading has its height from the beginning. */
  laterTitle?: string
  /** True if the card becomes much taller; the footer then starts below the screen, where it cannot jump. */
  grows?: boolean
  children: ReactNode
}

export function AuthCard({ title, laterTitle, grows = false, children }: AuthCardProps) {
  const { siteName } = usePublicConfig()
  return (
    <div className={`page py-8 ${grows ? 'min-h-dvh' : ''}`}>
      <title>{`${title} | ${siteName}`}</title>
      <meta name="robots" content="noindex" />
      <section className="card mx-auto max-w-md p-5 md:p-8">
        <h1
          data-beginning
          data-later={laterTitle}
          tabIndex={-1}
          className="mb-4 grid text-center text-2xl font-bold outline-none *:[grid-area:1/1] after:invisible after:[grid-area:1/1] after:content-[attr(data-later)]"
        >
          <span>{title}</span>
        </h1>
        <SignInNeeds />
        {children}
      </section>
    </div>
  )
}
