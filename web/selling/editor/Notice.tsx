import type { ReactNode } from 'react'

interface NoticeProps {
  title: string
  children?: ReactNode
  text?: string
}

export function Notice({ title, text, children }: NoticeProps) {
  return (
    <div role="alert" className="mt-4 rounded-card bg-gold-soft px-4 py-3 text-sm text-gold">
      <p className="font-semibold">{title}</p>
      {text && <p className="mt-0.5">{text}</p>}
      {children && <div className="mt-3 flex flex-wrap gap-2">{children}</div>}
    </div>
  )
}
