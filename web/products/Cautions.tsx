import type { Product } from '#contract/products.ts'
import { Link } from '#web/platform/ui/Link.tsx'

export const SharedPhotoNotice = ({ product }: { product: Product }) =>
  product.sharesPhoto && (
    <p className="mt-3 text-sm">
      This photo is also used by another seller. Look at the item itself before you pay.
    </p>
  )

/** For a buyer with the phone in hand. */
export const ImeiCheckLink = ({ product }: { product: Product }) =>
  product.category?.id === 'mobile' && (
    <Link to={`/stolen-phones?product=${product.id}`} className="lone-link text-sm">
      Check the phone by its IMEI
    </Link>
  )
