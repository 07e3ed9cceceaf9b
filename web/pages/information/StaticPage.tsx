import '#web/platform/styles/prose.css'
import type { ReactNode } from 'react'
import { PAGES } from '#contract/pages.ts'
import { PageHead } from '#web/platform/head/PageHead.tsx'

export type ReadPath =
  | '/help'
  | '/safety'
  | '/contact'
  | '/report'
  | '/terms'
  | '/privacy'
  | '/cookies'
  | '/transparency'

interface StaticPageProps {
  path: ReadPath
  /** Description for search engines and link previews. */
  description: string
  /** Date and version of a text, in words. */
  version?: string
  children: ReactNode
}

/** A page of text: one column with its title first. */
export function StaticPage({ path, description, version, children }: StaticPageProps) {
  const { title } = PAGES[path]
  return (
    <article className="prose">
      <PageHead title={title} description={description} path={path} />
      <h1>{title}</h1>
      {version && <p className="prose-lead">{version}</p>}
      {children}
    </article>
  )
}
