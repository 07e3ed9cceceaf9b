import '#web/platform/styles/sections.css'
import { type ReactNode, useEffect, useRef } from 'react'
import type { PagePath } from '#contract/pages.ts'
// The list appears beside a section from the same width as filters beside products.
import { useSideFilters as useSectionsBeside } from '#web/platform/browser/use-wide-screen.ts'
import { useSearchParams } from '#web/platform/router/use-router.ts'
import { ChevronIcon } from '#web/platform/ui/icons.tsx'
import { Link } from '#web/platform/ui/Link.tsx'

interface SectionedPageProps<Name extends string> {
  title: string
  path: PagePath
  /** Title and contents of each section, in their order. */
  sections: Record<Name, readonly [title: string, about: string]>
  /** Section beside the list if the address names none. */
  first: NoInfer<Name>
  /** Section that an older address means. */
  implied?: NoInfer<Name> | undefined
  renderSection: (name: Name) => ReactNode
  /** Shown beside the title. */
  beside?: ReactNode
  /** Shown below the list. */
  children?: ReactNode
}

/** A section that opens takes the focus; back in the list, the row of the section that was left takes it. */
function useFocusOnSection(shown: string | undefined) {
  const page = useRef<HTMLDivElement>(null)
  const before = useRef(shown)
  useEffect(() => {
    const left = before.current
    before.current = shown
    if (left === shown) return
    const opened = page.current?.querySelector<HTMLElement>('.section-shown')
    // A part of the section may have taken the focus already.
    if (opened?.contains(document.activeElement)) return
    const row = page.current?.querySelector<HTMLElement>(`[data-section="${left}"]`)
    ;(opened ?? row)?.focus({ preventScroll: true })
  }, [shown])
  return page
}

/**
 * A page of the person's own in sections. A phone shows the list of them or one section alone, and wider
 * screens show both side by side. The address names the section, so that Back returns to the list.
 */
export function SectionedPage<Name extends string>(props: SectionedPageProps<Name>) {
  const { title, path, sections, first, implied, renderSection, beside, children } = props
  const [search] = useSearchParams()
  const named = search.get('section') ?? ''
  const chosen = named in sections ? (named as Name) : implied
  const isBeside = useSectionsBeside()
  const shown = chosen ?? (isBeside ? first : undefined)
  const isAlone = shown !== undefined && !isBeside
  const page = useFocusOnSection(shown)
  return (
    <div ref={page} className="page max-w-5xl py-6">
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4">
        <h1 className={isAlone ? 'sr-only' : 'text-2xl font-bold'}>{title}</h1>
        {isAlone && (
          <Link to={path} className="text-button -ml-3 gap-1">
            <ChevronIcon direction="left" />
            {title}
          </Link>
        )}
        {beside}
      </div>
      <div className="sections">
        {!isAlone && (
          <div className="sections-side">
            <nav aria-label={title}>
              <ul className="card divide-y divide-line overflow-clip">
                {Object.entries<readonly [string, string]>(sections).map(([name, [words, about]]) => (
                  <li key={name}>
                    <Link
                      to={`${path}?section=${name}`}
                      data-section={name}
                      aria-current={name === shown ? 'page' : undefined}
                      className="section-row"
                    >
                      <span className="flex-1">
                        <span className="block font-semibold">{words}</span>
                        <span className="block text-sm text-muted">{about}</span>
                      </span>
                      <span className="text-muted md:hidden">
                        <ChevronIcon direction="right" />
                      </span>
                    </Link>
                  </li>
                ))}
              </ul>
            </nav>
            {children}
          </div>
        )}
        {shown !== undefined && (
          <div key={shown} tabIndex={-1} className="section-shown">
            {renderSection(shown)}
          </div>
        )}
      </div>
    </div>
  )
}
