import type { ReactNode } from 'react'
import { BirdShape } from './Bird.tsx'

interface EmptyStateProps {
  title: string
  children?: ReactNode
  level?: 1 | 2
}

/** Says that there is nothing here, and what to do next. */
export function EmptyState({ title, children, level = 2 }: EmptyStateProps) {
  const Heading = level === 1 ? 'h1' : 'h2'
  return (
    <div className="mx-auto max-w-prose px-4 py-8 text-center">
      <svg viewBox="0 0 32 32" className="mx-auto size-22 text-accent" aria-hidden="true">
        <circle cx="16" cy="16" r="16" fill="var(--surface-sunken)" />
        <BirdShape />
      </svg>
      <div className="mx-auto kente mt-3 mb-4 w-22 rounded-xs" />
      <Heading className="text-xl font-bold">{title}</Heading>
      <div className="mt-3 text-muted [&>*+*]:mt-4">{children}</div>
    </div>
  )
}
