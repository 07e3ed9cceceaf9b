import { Link } from '#web/platform/ui/Link.tsx'
import type { PhotoEntry } from './photo-entries.ts'

/** A link to the seller's unsold listing with the same photo; `name` names the photo if there are several. */
export const ListedBefore = ({ entry, name }: { entry: PhotoEntry; name?: string }) =>
  entry.listedBefore && (
    <p className={name ? 'text-sm' : 'px-2 text-sm'}>
      {name ? `${name}: you already listed this: ` : 'You already listed this: '}
      <Link to={`/products/${entry.listedBefore.productId}`} className="link">
        <bdi>{entry.listedBefore.title}</bdi>
      </Link>
    </p>
  )
