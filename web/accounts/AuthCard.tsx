import type { ReactNode } from 'react'
import { usePublicConfig } from '#web/app/public-config.ts'

/** The frame of every screen of signing in. */
export function AuthCard({ title, children }: { title: string; children: ReactNode }) {
  const { siteName } = usePublicConfig()
  return (
    <div className="page py-8">
      <title>{`${title} | ${siteName}`}</title>
      <meta name="robots" content="noindex" />
      <section className="card mx-auto max-w-md p-5 md:p-8">
        <h1 className="mb-4 text-center text-2xl font-bold">{title}</h1>
        {children}
      </section>
    </div>
  )
}
