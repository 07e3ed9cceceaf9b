import type { ReactNode } from 'react'

/** A titled part of a case. */
export const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title} className="card p-4">
    <h3 dir="auto" className="mb-2 font-semibold">
      {title}
    </h3>
    {children}
  </section>
)
