import { HeartIcon } from '#web/ui/icons.tsx'
import { useFavourite } from './favourites.ts'

interface FavouriteButtonProps {
  productId: string
  /** Of a product among others, so that each button has a name of its own. */
  title?: string
  className?: string
}

export function FavouriteButton({
  productId,
  title,
  className = 'border border-line',
}: FavouriteButtonProps) {
  const [isKept = false, toggle] = useFavourite(productId)
  return (
    <button
      type="button"
      aria-label={title ? `Favourite: ${title}` : 'Favourite'}
      aria-pressed={isKept}
      className={`icon-button heart ${className}`}
      onClick={toggle}
    >
      <HeartIcon />
    </button>
  )
}
