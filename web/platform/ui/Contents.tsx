import type { ReactNode } from 'react'

/** Table of contents of a long page; `sections` are its titles by id, in their order. */
export function Contents({ sections }: { sections: Record<string, string> }) {
  return (
    <nav className="prose-contents" aria-labelledby="contents">
      <h2 id="contents">On this page</h2>
      <ol>
        {Object.entries(sections).map(([id, title]) => (
          <li key={id}>
            <a href={`#${id}`} className="link">
              {title}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )
}

interface SectionProps {
  id: string
  title: string
  children: ReactNode
}

export function Section({ id, title, children }: SectionProps) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}
