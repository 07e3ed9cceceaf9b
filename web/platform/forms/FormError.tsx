import type { ReactNode } from 'react'

interface FormErrorProps {
  message?: string
  /** Advice below the message, which screen readers say with it. */
  children?: ReactNode
}

/** Error of the whole form; screen readers say it as soon as it appears. */
export function FormError({ message, children }: FormErrorProps) {
  return (
    <div role="alert" className="empty:hidden">
      {message && <p className="rounded-card bg-danger-soft px-4 py-3 text-sm text-danger">{message}</p>}
      {children}
    </div>
  )
}
