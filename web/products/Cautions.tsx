import type { Product } from '#contract/products.ts'
import { Link } from '#web/platform/ui/Link.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'

export const SharedPhotoNotice = ({ product }: { product: Product }) =>
  product.sharesPhoto && (
    <div className="mt-3 text-sm">
      <Notice look="warn">
        <p>This photo is also used by another seller. Look at the item itself before you pay.</p>
      </Notice>
    </div>
  )

/** A link for buyers who hold the phone. */
export const ImeiCheckLink = ({ product }: { product: Product }) =>
  product.category?.id === 'mobile' && (
    <Link to={`/stolen-phones?product=${product.id}`} className="lone-link text-sm">
      Check the IMEI of this phone
    </Link>
  )
