import type { ReactNode } from 'react'
import { PAGES } from '#contract/pages.ts'
import { PageHead } from '#web/platform/head/PageHead.tsx'

type ReadPath = '/help' | '/safety' | '/contact' | '/terms' | '/privacy' | '/cookies' | '/transparency'

interface StaticPageProps {
  path: ReadPath
  /** Description for search engines and link previews. */
  description: string
  /** Date such as 'December 14, 2024'. */
  lastUpdated?: string
  children: ReactNode
}

/** A page of text: one column with its title first. */
export function StaticPage({ path, description, lastUpdated, children }: StaticPageProps) {
  const { title } = PAGES[path]
  return (
    <article className="prose">
      <PageHead title={title} description={description} path={path} />
      <h1>{title}</h1>
      {lastUpdated ? <p className="prose-lead">Last updated: {lastUpdated}</p> : null}
      {children}
    </article>
  )
}
