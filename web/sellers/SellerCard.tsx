import type { Seller } from '#contract/products.ts'
import { usePublicConfig } from '#web/app/public-config.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { formatDate } from '#web/ui/dates.ts'
import { CheckIcon } from '#web/ui/icons.tsx'
import { Link } from '#web/ui/Link.tsx'

const KIND_TEXTS = { email: 'E-mail', phone: 'Phone', website: 'Website' } as const

type Contact = Seller['contacts'][number]

function hrefOf(kind: Contact['kind'], value: string) {
  if (kind === 'email') return `mailto:${value}`
  if (kind === 'phone') return `tel:${value.replace(/[^+\d]/g, '')}`
  return /^https?:\/\//.test(value) ? value : undefined
}

function ContactValue({ kind, value }: Contact) {
  if (value === null) {
    return (
      <Link to="/auth/login" className="link">
        Log in to see
      </Link>
    )
  }
  const href = hrefOf(kind, value)
  if (!href) return value
  return (
    <a
      href={href}
      className="link"
      {...(kind === 'website' && { target: '_blank', rel: 'noopener noreferrer nofollow ugc' })}
    >
      {value}
    </a>
  )
}

export function SellerCard({ seller }: { seller: Seller }) {
  const { timeZone } = usePublicConfig()
  return (
    <section aria-labelledby="seller" className="card p-5">
      <h2 id="seller" className="font-bold">
        Seller information
      </h2>
      <div className="mt-3 flex items-center gap-3">
        <Avatar name={seller.name} src={seller.avatar} />
        <div>
          <p className="font-semibold">{seller.name}</p>
          <p className="text-sm text-muted">{`Member since ${formatDate(seller.memberSince, timeZone)}`}</p>
        </div>
      </div>
      {seller.phoneVerified && (
        <p className="badge badge-gold mt-3">
          <CheckIcon className="size-4" />
          Phone verified
        </p>
      )}
      {seller.contacts.length > 0 && (
        <dl className="mt-4 grid grid-cols-[auto_1fr] gap-x-4 gap-y-2 text-sm">
          {seller.contacts.map(({ kind, value }) => (
            <div key={kind} className="contents">
              <dt className="text-muted">{KIND_TEXTS[kind]}</dt>
              <dd>
                <ContactValue kind={kind} value={value} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      <p className="mt-4 border-t border-line pt-3 text-sm text-muted">
        Meet in a public place, check the item, and pay only then.{' '}
        <Link to="/safety" className="link">
          Safety Tips
        </Link>
      </p>
    </section>
  )
}
