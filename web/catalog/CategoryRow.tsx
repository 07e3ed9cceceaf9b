import { useQuery } from '@tanstack/react-query'
import { useApi } from '#web/platform/api/api-context.ts'
import { MenuIcon } from '#web/platform/ui/icons.tsx'
import { Link } from '#web/platform/ui/Link.tsx'
import { CategoryIcon } from './CategoryIcon.tsx'
import { categoriesQuery } from './queries.ts'

/** 'All' and every category with its picture, the most searched ones first (SPEC 2). A phone scrolls them sideways. */
export function CategoryRow({ hrefOf }: { hrefOf: (categoryId: string | undefined) => string }) {
  const { data: categories, isPending } = useQuery(categoriesQuery(useApi()))
  if (isPending) return <p className="py-2 text-sm text-muted">Loading categories…</p>
  return (
    <nav aria-label="Categories">
      <ul className="category-row">
        <li>
          <Link to={hrefOf(undefined)} className="category-tile">
            <MenuIcon className="size-6" />
            All
          </Link>
        </li>
        {categories?.map(({ id, name, icon }) => (
          <li key={id}>
            <Link to={hrefOf(id)} className="category-tile">
              <CategoryIcon icon={icon} className="size-6" />
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
