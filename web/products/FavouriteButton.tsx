import { HeartIcon } from '#web/ui/icons.tsx'
import { useFavourite } from './favourites.ts'

export function FavouriteButton({ productId }: { productId: string }) {
  const [isFavourite, toggle] = useFavourite(productId)
  return (
    <button
      type="button"
      aria-label="Favourite"
      aria-pressed={isFavourite}
      className={`icon-button border border-line ${isFavourite ? 'text-accent' : ''}`}
      onClick={toggle}
    >
      <HeartIcon filled={isFavourite} />
    </button>
  )
}
