import type { ReactNode } from 'react'

interface NoticeProps {
  /** `info` advises, `done` confirms, `warn` wants attention, `danger` says stop. */
  look?: 'info' | 'done' | 'warn' | 'danger'
  children: ReactNode
}

/** Something that people should know before they go on. */
export const Notice = ({ look = 'info', children }: NoticeProps) => (
  <div className={`notice notice-${look}`}>{children}</div>
)
