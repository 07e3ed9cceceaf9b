import { useQuery } from '@tanstack/react-query'
import { useApi } from '#web/platform/api/api-context.ts'
import { Link } from '#web/platform/ui/Link.tsx'
import { useScrollToCurrent } from '#web/platform/ui/use-scroll-to-current.ts'
import { CategoryIcon } from './CategoryIcon.tsx'
import { categoriesQuery } from './queries.ts'

interface CategoryChipsProps {
  selected?: string
  /** The address of a chip; undefined means 'All'. */
  hrefOf: (categoryId: string | undefined) => string
  /** True if only the list below changes and the page keeps its scroll position. */
  preservesScroll?: boolean
}

export function CategoryChips({ selected, hrefOf, preservesScroll = false }: CategoryChipsProps) {
  const { data: categories, isPending } = useQuery(categoriesQuery(useApi()))
  const row = useScrollToCurrent<HTMLUListElement>(selected)
  if (isPending) return <p className="py-2 text-sm text-muted">Loading categories…</p>
  const state = { preservesScroll }
  return (
    <nav aria-label="Categories">
      <ul ref={row} className="scroll-row relative py-1 md:flex-wrap">
        <li>
          <Link
            to={hrefOf(undefined)}
            state={state}
            className="chip"
            aria-current={selected ? undefined : 'true'}
          >
            All
          </Link>
        </li>
        {categories?.map(({ id, name, icon }) => (
          <li key={id}>
            <Link
              to={hrefOf(id)}
              state={state}
              className="chip"
              aria-current={selected === id ? 'true' : undefined}
            >
              <CategoryIcon icon={icon} />
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
