import { useQuery } from '@tanstack/react-query'
import type { Category } from '#contract/catalog/catalog.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { Link } from '#web/platform/ui/Link.tsx'
import { CategoryIcon } from './CategoryIcon.tsx'
import { categoriesQuery } from './queries.ts'

interface CategoryChipsProps {
  selected?: string
  /** The address of a chip; undefined means 'All'. */
  hrefOf: (categoryId: string | undefined) => string
}

type Chip = Partial<Category> & { name: string }

const ALL: Chip = { name: 'All' }

/** The selected one first, where a row that scrolls sideways begins. */
function inOrder(categories: readonly Category[], selected: string | undefined): Chip[] {
  const chips = [ALL, ...categories]
  const isSelected = ({ id }: Chip) => id === selected
  return [...chips.filter(isSelected), ...chips.filter((chip) => !isSelected(chip))]
}

/** Chips that choose the category of the list below, which keeps its scroll position. */
export function CategoryChips({ selected, hrefOf }: CategoryChipsProps) {
  const { data: categories, isPending } = useQuery(categoriesQuery(useApi()))
  if (isPending) return <p className="py-2 text-sm text-muted">Loading categories…</p>
  return (
    <nav aria-label="Categories">
      <ul>
        {inOrder(categories ?? [], selected).map(({ id, name, icon }) => (
          <li key={name}>
            <Link
              to={hrefOf(id)}
              state={{ preservesScroll: true }}
              className="chip"
              aria-current={selected === id ? 'true' : undefined}
            >
              {icon && <CategoryIcon icon={icon} />}
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
