import type { ReactNode } from 'react'

interface EmptyStateProps {
  title: string
  children?: ReactNode
  level?: 1 | 2
}

/** Says that there is nothing here, and what to do next. */
export function EmptyState({ title, children, level = 2 }: EmptyStateProps) {
  const Heading = level === 1 ? 'h1' : 'h2'
  return (
    <div className="mx-auto max-w-prose px-4 py-12 text-center">
      <Heading className="text-xl font-bold">{title}</Heading>
      <div className="mt-3 space-y-4 text-muted">{children}</div>
    </div>
  )
}
