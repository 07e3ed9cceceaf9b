import { useQuery } from '@tanstack/react-query'
import { useApi } from '#web/platform/api/api-context.ts'
import { MenuIcon } from '#web/platform/ui/icons.tsx'
import { Link } from '#web/platform/ui/Link.tsx'
import { CategoryIcon } from './CategoryIcon.tsx'
import { categoriesQuery } from './queries.ts'

/**
 * 'All' and every category, the most searched ones first (SPEC 2). A phone shows two rows until people press 'All
 * categories'.
 */
export function CategoryGrid({ hrefOf }: { hrefOf: (categoryId: string | undefined) => string }) {
  const { data: categories, isPending } = useQuery(categoriesQuery(useApi()))
  if (isPending) return <p className="py-2 text-sm text-muted">Loading categories…</p>
  return (
    <nav aria-label="Categories">
      <ul className="category-grid">
        {categories?.map(({ id, name, icon }) => (
          <li key={id}>
            <Link to={hrefOf(id)} className="category-tile">
              <CategoryIcon icon={icon} className="size-7" />
              {name}
            </Link>
          </li>
        ))}
        <li>
          <Link to={hrefOf(undefined)} className="category-tile">
            <MenuIcon className="size-7" />
            All
          </Link>
        </li>
        <li className="category-rest">
          <details>
            <summary className="category-tile">
              <MenuIcon className="size-7" />
              All categories
            </summary>
          </details>
        </li>
      </ul>
    </nav>
  )
}
