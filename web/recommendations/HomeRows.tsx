import { useQuery } from '@tanstack/react-query'
import type { ProductCard } from '#contract/products.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { LoadFailure } from '#web/platform/ui/LoadFailure.tsx'
import { homeRowsQuery } from '#web/products/queries.ts'
import { productsPath } from '#web/search/filters.ts'
import { ProductRow, ROW_LENGTH } from './ProductRow.tsx'
import { HOME_ROWS_OUTLINE, RowsOutline } from './RowsOutline.tsx'

/** Rows of the most wanted categories, without the products that the page already features. */
export function HomeRows({ featured }: { featured: readonly ProductCard[] }) {
  const { data: rows, error, refetch } = useQuery(homeRowsQuery(useApi()))
  if (!rows && error) return <LoadFailure message="Failed to load products." retry={() => void refetch()} />
  if (!rows) return <RowsOutline count={HOME_ROWS_OUTLINE} />
  return rows.map(({ category, products }) => (
    <ProductRow
      key={category.id}
      title={category.name}
      products={products
        .filter(({ id }) => !featured.some((product) => product.id === id))
        .slice(0, ROW_LENGTH)}
      moreAt={productsPath({ category: category.id })}
    />
  ))
}
