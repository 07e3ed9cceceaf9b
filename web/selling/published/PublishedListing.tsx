import type { Product } from '#contract/products.ts'
import { shortPath } from '#contract/sharing/short-links.ts'
import { copyLink } from '#web/platform/ui/copy-link.ts'
import { useMoney, usePublicConfig } from '#web/platform/config/public-config.ts'
import { shareStatusPicture } from './status-picture.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { CloseIcon } from '#web/platform/ui/icons.tsx'
import { Link } from '#web/platform/ui/Link.tsx'
import { Thumbnail } from '#web/platform/ui/pictures/Thumbnail.tsx'

function Facts({ product }: { product: Product }) {
  const money = useMoney()
  const [photo] = product.photos
  return (
    <div className="mt-3 flex items-center gap-3">
      {photo && <Thumbnail photo={photo} sizes="80px" className="size-20" />}
      <div className="min-w-0">
        <p className="text-lg font-bold">{money(product.price)}</p>
        <p dir="auto" className="truncate">
          {product.title}
        </p>
        <p className="truncate text-sm text-muted">{product.location || product.region}</p>
      </div>
    </div>
  )
}

function Actions({ product }: { product: Product }) {
  const money = useMoney()
  const { publicUrl } = usePublicConfig()
  const text = [product.title, money(product.price), product.location || product.region].join(', ')
  const link = publicUrl + shortPath(product)
  const message = `${text} ${link}`
  return (
    <div className="mt-3 grid gap-2 sm:flex sm:flex-wrap">
      <a
        href={`https://wa.me/?text=${encodeURIComponent(message)}`}
        target="_blank"
        rel="noopener noreferrer"
        className="button button-primary"
      >
        Share to WhatsApp
      </a>
      <div className="grid grid-cols-2 gap-2 sm:flex sm:flex-wrap">
        <Button onClick={() => void shareStatusPicture(product)}>Status picture</Button>
        <Button onClick={() => void copyLink(link)}>Copy link</Button>
        <Link to={`/products/${product.id}`} className="button button-quiet">
          View listing
        </Link>
        <Link to="/create-product" className="button button-quiet">
          List another
        </Link>
      </div>
    </div>
  )
}

interface PublishedListingProps {
  /** Undefined until it is loaded. */
  product: Product | undefined
  onDismiss: () => void
}

/** Shown above the market after a listing goes online: the listing, and what its seller can do next. */
export function PublishedListing({ product, onDismiss }: PublishedListingProps) {
  return (
    <section aria-labelledby="published" className="card mb-4 min-h-72 arrives overflow-hidden sm:min-h-56">
      <div className="kente kente-woven" />
      <div className="p-4">
        <div className="-mt-2 flex items-center justify-between gap-2">
          <h2 id="published" className="font-bold">
            Buyers can see it now
          </h2>
          <Button look="icon" aria-label="Dismiss" className="-mr-2" onClick={onDismiss}>
            <CloseIcon />
          </Button>
        </div>
        {product && <Facts product={product} />}
        {product && <Actions product={product} />}
      </div>
    </section>
  )
}
