import { useQuery } from '@tanstack/react-query'
import { useApi } from '#web/platform/api/api-context.ts'
import { LoadFailure } from '#web/platform/ui/LoadFailure.tsx'
import { homeRowsQuery } from '#web/products/queries.ts'
import { productsPath } from '#web/search/filters.ts'
import { ProductRow } from './ProductRow.tsx'
import { RowsOutline } from './RowsOutline.tsx'

/** Rows of the most wanted categories. */
export function HomeRows({ count }: { count: number }) {
  const { data: rows, error, refetch } = useQuery(homeRowsQuery(useApi()))
  if (!rows && error) return <LoadFailure message="Failed to load products." retry={() => void refetch()} />
  if (!rows) return <RowsOutline count={count} />
  return rows.map(({ category, products }) => (
    <ProductRow
      key={category.id}
      title={category.name}
      products={products}
      moreAt={productsPath({ category: category.id })}
    />
  ))
}
