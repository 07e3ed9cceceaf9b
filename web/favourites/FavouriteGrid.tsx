import { useEffect, useRef } from 'react'
import type { ProductCard as Card } from '#contract/products.ts'
import { ProductCard } from '#web/products/ProductCard.tsx'
import { cardHeart } from './FavouriteButton.tsx'
import { PriceChange } from './PriceChange.tsx'

interface ListedFavourite {
  product: Card
  priceThen?: number
}

const FIRST_VISIBLE = 4

/** When the card with the focus disappears, the heart of the next card takes the focus, or else the page. */
function useFocusRestored() {
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    const grid = list.current
    if (!grid) return undefined
    let index = -1
    const cards = () => [...grid.children]
    const onFocus = ({ target }: FocusEvent) => {
      index = cards().findIndex((card) => card.contains(target as Node))
    }
    const observer = new MutationObserver(() => {
      if (index < 0 || document.activeElement !== document.body) return
      const next = cards()[Math.min(index, grid.children.length - 1)]
      const heart = next?.querySelector<HTMLElement>('.heart') ?? document.getElementById('main')
      heart?.focus()
    })
    grid.addEventListener('focusin', onFocus)
    observer.observe(grid, { childList: true })
    return () => {
      grid.removeEventListener('focusin', onFocus)
      observer.disconnect()
    }
  }, [])
  return list
}

export function FavouriteGrid({ favourites }: { favourites: ListedFavourite[] }) {
  return (
    <ul ref={useFocusRestored()} className="product-grid" hidden={favourites.length === 0}>
      {favourites.map(({ product, priceThen }, index) => (
        <ProductCard
          key={product.id}
          product={product}
          headingLevel={2}
          priority={index < FIRST_VISIBLE ? 'eager' : 'lazy'}
          action={cardHeart(product)}
        >
          <PriceChange then={priceThen ?? product.price} now={product.price} />
        </ProductCard>
      ))}
    </ul>
  )
}
