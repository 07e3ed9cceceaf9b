import { Fragment, type ReactNode } from 'react'
import type { LegalNode, LegalText } from '#contract/rendering/legal-text.ts'
import { usePublicConfig } from '#web/platform/config/public-config.ts'
import { Contents, Section } from '#web/platform/ui/Contents.tsx'
import { Link } from '#web/platform/ui/Link.tsx'
import { StaticPage, type ReadPath } from './StaticPage.tsx'

/** What a page inserts at its `<!-- part: name -->`. */
type Parts = Record<string, ReactNode>

interface LegalPageProps {
  path: ReadPath
  text: LegalText
  parts?: Parts
  /** True for long pages. */
  hasContents?: boolean
}

/** Version and date of a text, with the date of the version before. */
const versionText = ({ version, updated, before }: LegalText) =>
  `Last updated: ${updated} (version ${version}${before ? `; version ${version - 1}: ${before}` : ''})`

/** A page whose text is a file of `legal/`. */
export function LegalPage({ path, text, parts, hasContents = false }: LegalPageProps) {
  const { siteName } = usePublicConfig()
  const named = (words: string) => words.replaceAll('{siteName}', siteName)

  function draw(node: LegalNode, index: number): ReactNode {
    if (typeof node === 'string') return <Fragment key={index}>{named(node)}</Fragment>
    const [tag, to, ...contents] = node
    const children = contents.map(draw)
    switch (tag) {
      case 'a':
        return (
          <Link key={index} to={to}>
            {children}
          </Link>
        )
      case 'part':
        return <Fragment key={index}>{parts?.[to]}</Fragment>
      case 'lead':
        return (
          <p key={index} className="prose-lead">
            {children}
          </p>
        )
      case 'note':
        return (
          <p key={index} className="prose-note">
            {children}
          </p>
        )
      case 'th':
        return (
          <th key={index} scope="col">
            {children}
          </th>
        )
      default: {
        const Tag = tag
        return <Tag key={index}>{children}</Tag>
      }
    }
  }

  const titles = Object.fromEntries(text.sections.map(({ id, title }) => [id, title]))
  return (
    <StaticPage path={path} description={named(text.description)} version={versionText(text)}>
      {text.lead.map(draw)}
      {hasContents && <Contents sections={titles} />}
      {text.sections.map(({ id, title, contents }) => (
        <Section key={id} id={id} title={title}>
          {contents.map(draw)}
        </Section>
      ))}
    </StaticPage>
  )
}
