import { HeartIcon } from '#web/platform/ui/icons.tsx'
import { useFavourite } from './favourites.ts'

interface FavouriteButtonProps {
  productId: string
  /** The product's title, which makes the button's name unique in a list. */
  title?: string
  className?: string
}

export function FavouriteButton({
  productId,
  title,
  className = 'border border-line',
}: FavouriteButtonProps) {
  const [isFavourite = false, toggle] = useFavourite(productId)
  return (
    <button
      type="button"
      aria-label={title ? `Favourite: ${title}` : 'Favourite'}
      aria-pressed={isFavourite}
      className={`icon-button heart noscript:hidden ${className}`}
      onClick={toggle}
    >
      <HeartIcon />
    </button>
  )
}

export const cardHeart = ({ id, title }: { id: string; title: string }) => (
  <FavouriteButton productId={id} title={title} className="card-heart" />
)
