import { Link } from '#web/platform/ui/Link.tsx'
import type { PhotoEntry } from './photo-entries.ts'

/** Where the seller has the same photo for sale already; `name` says of which photo where several stand together. */
export const ListedBefore = ({ entry, name }: { entry: PhotoEntry; name?: string }) =>
  entry.listedBefore && (
    <p className={name ? 'text-sm' : 'px-2 text-sm'}>
      {name ? `${name}: you already listed this: ` : 'You already listed this: '}
      <Link to={`/products/${entry.listedBefore.productId}`} className="link">
        <bdi>{entry.listedBefore.title}</bdi>
      </Link>
    </p>
  )
