import { useQuery } from '@tanstack/react-query'
import { cardHeart } from './FavouriteButton.tsx'
import { ProductGrid } from '#web/products/ProductGrid.tsx'
import { readSavedProducts } from './saved-products.ts'

/** Replaces a list that needs the network with the products that can be opened without it. */
export function SavedOnDevice() {
  const { data: products } = useQuery({
    queryKey: ['saved-on-device'],
    queryFn: readSavedProducts,
    networkMode: 'always',
    staleTime: 0,
    gcTime: 0,
  })
  if (!products) return <div className="skeleton h-40" aria-busy="true" />
  return (
    <>
      <div role="status" className="card p-6 text-center">
        <p className="font-semibold">This search needs the network</p>
        <p className="mt-1 text-sm text-muted">
          You are offline. We search as soon as you are connected again.
        </p>
      </div>
      <section aria-labelledby="saved-on-device" className="mt-6">
        <h2 id="saved-on-device" className="text-xl font-bold">
          Saved on this device
        </h2>
        <p className="mt-1 mb-3 text-sm text-muted">
          {products.length > 0
            ? 'Products that you opened before, as they were then. Your filters do not apply here.'
            : 'None yet. We save the products that you open, so that you can see them offline.'}
        </p>
        <ProductGrid actionOf={cardHeart} products={products} headingLevel={3} opensDocument />
      </section>
    </>
  )
}
