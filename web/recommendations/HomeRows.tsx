import { useQuery } from '@tanstack/react-query'
import { useApi } from '#web/platform/api/api-context.ts'
import { LoadFailure } from '#web/platform/ui/LoadFailure.tsx'
import { homeRowsQuery } from '#web/products/queries.ts'
import { productsPath } from '#web/search/filters.ts'
import { ProductRow } from './ProductRow.tsx'
import { RowsOutline } from './RowsOutline.tsx'

/** Number of rows before the prices that fell. */
const BEFORE_FALLS = 2

/** Rows of the most wanted categories, and of prices that fell. */
export function HomeRows({ count }: { count: number }) {
  const { data, error, refetch } = useQuery(homeRowsQuery(useApi()))
  if (!data && error) return <LoadFailure message="Failed to load products." retry={() => void refetch()} />
  if (!data) return <RowsOutline count={count} />
  const rows = data.rows.map(({ category, products }) => (
    <ProductRow
      key={category.id}
      title={category.name}
      products={products}
      moreAt={productsPath({ category: category.id })}
    />
  ))
  // An earlier version's replies have no falls.
  const falls = data.priceFalls?.length > 0 && (
    <ProductRow key="price-falls" title="Price drops" products={data.priceFalls} />
  )
  return [...rows.slice(0, BEFORE_FALLS), falls, ...rows.slice(BEFORE_FALLS)]
}
