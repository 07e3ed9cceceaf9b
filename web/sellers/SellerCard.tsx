import type { Seller } from '#contract/products.ts'
import { Avatar } from '#web/platform/ui/Avatar.tsx'
import { ChevronIcon } from '#web/platform/ui/icons.tsx'
import { Link } from '#web/platform/ui/Link.tsx'
import { PersonMenu } from '#web/moderation/reports/PersonMenu.tsx'
import { ContactList } from './ContactList.tsx'
import { SafetyNote } from './SafetyNote.tsx'
import { TrustPanel } from './TrustPanel.tsx'

export function SellerCard({ seller }: { seller: Seller }) {
  return (
    <section aria-labelledby="seller" className="seller-card card p-4">
      <div className="-my-2 -mr-2 flex items-center justify-between">
        <h2 id="seller" className="text-sm font-semibold text-muted">
          Seller information
        </h2>
        <PersonMenu person={seller} />
      </div>
      <Link
        to={`/sellers/${seller.id}`}
        className="-mx-2 mt-2 flex items-center gap-3 rounded-card p-2 hover:bg-sunken"
      >
        <Avatar name={seller.name} src={seller.avatar} />
        <span dir="auto" className="min-w-0 flex-1 font-semibold">
          {seller.name}
        </span>
        <span className="text-muted">
          <ChevronIcon direction="right" />
        </span>
      </Link>
      <TrustPanel seller={seller} />
      <ContactList seller={seller} />
      <SafetyNote />
    </section>
  )
}
