import type { ReactNode } from 'react'
import { Drawing, type DrawingName } from './Drawing.tsx'

interface EmptyStateProps {
  drawing: DrawingName
  title: string
  children?: ReactNode
  level?: 1 | 2
}

/** Says that there is nothing here, and what to do next. */
export function EmptyState({ drawing, title, children, level = 2 }: EmptyStateProps) {
  const Heading = level === 1 ? 'h1' : 'h2'
  return (
    <div className="mx-auto max-w-prose px-4 py-8 text-center">
      <Drawing name={drawing} />
      <Heading className="mt-4 text-xl font-bold">{title}</Heading>
      <div className="mt-3 text-muted [&>*+*]:mt-4">{children}</div>
    </div>
  )
}
