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

export function AuthCard({ title, children }: { title: string; children: ReactNode }) {
  const { siteName } = usePublicConfig()
  return (
    <div className="page py-8">
      <title>{`${title} | ${siteName}`}</title>
      <meta name="robots" content="noindex" />
      <section className="card mx-auto max-w-md p-5 md:p-8">
        <h1 data-beginning tabIndex={-1} className="mb-4 text-center text-2xl font-bold outline-none">
          {title}
        </h1>
        <SignInNeeds />
        {children}
      </section>
    </div>
  )
}
