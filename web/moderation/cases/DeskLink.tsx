import { Link } from '#web/platform/ui/Link.tsx'
import { NewTabLink } from '#web/platform/ui/NewTabLink.tsx'

/** A link within a sentence: the desk's own pages open here, the market's in a new tab. */
export const DeskLink = ({ to, text }: { to: string; text: string }) => (
  <bdi>
    {to.startsWith('/moderation') ? (
      <Link to={to} className="link">
        {text}
      </Link>
    ) : (
      <NewTabLink href={to} text={text} />
    )}
  </bdi>
)

export const PersonLink = ({ id, name }: { id: string; name: string }) => (
  <DeskLink to={`/moderation/people/${id}`} text={name} />
)

/** A deleted listing has no link. */
export const ListingLink = ({ title, link }: { title: string; link: string | null }) =>
  link === null ? <bdi>{title}</bdi> : <DeskLink to={link} text={title} />
