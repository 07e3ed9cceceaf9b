import type { ReactNode } from 'react'
import type { Case } from '#contract/moderation/cases/cases.ts'
import { DeskLink, ListingLink, PersonLink } from '#web/moderation/cases/DeskLink.tsx'
import { Part } from '#web/moderation/cases/Part.tsx'
import { Moment } from '#web/platform/ui/time/Moment.tsx'
import { CasePhoto } from './Pictures.tsx'

interface SideProps {
  photo: Case['copies'][number]['photo']
  alt: string
  badge: ReactNode
  listing: ReactNode
  seller: { id: string; name: string }
  since: string
}

const Side = ({ photo, alt, badge, listing, seller, since }: SideProps) => (
  <div className="min-w-0 text-sm wrap-anywhere">
    <CasePhoto photo={photo} alt={alt} />
    <p className="mt-1">{badge}</p>
    <p>{listing}</p>
    <p>
      {'By '}
      <PersonLink {...seller} />
    </p>
    <p className="text-muted">
      {'Since '}
      <Moment iso={since} />
    </p>
  </div>
)

/** Shows each copied photo beside the one that another seller had first. */
export const Copies = ({ found }: { found: Case }) => (
  <Part title="Photos that another seller had first">
    <ul className="divide-y divide-line">
      {found.copies.map(({ photo, addedAt, earlier }) => (
        <li key={photo.src} className="grid grid-cols-2 gap-3 py-2">
          <Side
            photo={earlier.photo}
            alt="Earlier photo of another seller"
            badge={<span className="badge badge-gold">First</span>}
            listing={<DeskLink to={earlier.link} text={earlier.title} />}
            seller={earlier.seller}
            since={earlier.createdAt}
          />
          <Side
            photo={photo}
            alt="Photo of this listing"
            badge={<span className="badge">This listing</span>}
            listing={<ListingLink title={found.title} link={found.link} />}
            seller={found.subject}
            since={addedAt}
          />
        </li>
      ))}
    </ul>
  </Part>
)
