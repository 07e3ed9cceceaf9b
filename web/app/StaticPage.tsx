import type { ReactNode } from 'react'
import { PageHead } from '#web/app/PageHead.tsx'

interface StaticPageProps {
  title: string
  /** For search engines and link previews. */
  description: string
  path: string
  /** Such as 'December 14, 2024'. */
  lastUpdated?: string
  children: ReactNode
}

/** A page that is read: one column, its title first. */
export function StaticPage({ title, description, path, lastUpdated, children }: StaticPageProps) {
  return (
    <article className="prose">
      <PageHead title={title} description={description} path={path} />
      <h1>{title}</h1>
      {lastUpdated ? <p className="prose-lead">Last updated: {lastUpdated}</p> : null}
      {children}
    </article>
  )
}
