import type { Case } from '#contract/moderation/cases/cases.ts'
import { KIND_TEXTS } from '#contract/moderation/cases/case-code.ts'
import { Facts } from '#web/moderation/cases/Facts.tsx'
import { Part } from '#web/moderation/cases/Part.tsx'
import { ReportedMessages } from '#web/moderation/cases/ReportedMessages.tsx'
import { usePublicConfig } from '#web/platform/config/public-config.ts'
import { Avatar } from '#web/platform/ui/Avatar.tsx'
import { NewTabLink } from '#web/platform/ui/NewTabLink.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { useNow } from '#web/platform/ui/time/clock.ts'
import { formatDate } from '#web/platform/ui/time/dates.ts'
import { MessageFacts } from './MessageFacts.tsx'
import { PersonFacts } from './PersonFacts.tsx'
import { Pictures } from './Pictures.tsx'
import { ReviewFacts } from './ReviewFacts.tsx'

const TIME = /^\d{4}-\d\d-\d\dT[\d:.]+(Z|\+00:00)$/

const Scenes = ({ found }: { found: Case }) => (
  <>
    {found.review && <ReviewFacts scene={found.review} />}
    {found.message && <MessageFacts scene={found.message} />}
    {found.profile && <PersonFacts scene={found.profile} />}
  </>
)

/** The thing that the case is about, as it is or as it was before it was deleted. */
export function Thing({ found }: { found: Case }) {
  const { timeZone } = usePublicConfig()
  const now = useNow()
  const { photos, facts, text, link, target } = found
  return (
    <Part title={KIND_TEXTS[target.kind]}>
      {found.isDeleted && (
        <Notice look="info">
          <p>This was deleted. This is how it was. We delete this copy after you decide.</p>
        </Notice>
      )}
      <Pictures photos={photos} label="Photos" />
      {found.profile && <Avatar name={found.title} src={found.profile.picture} size="large" />}
      {text && (
        <p dir="auto" className="my-2 whitespace-pre-line wrap-anywhere">
          {text}
        </p>
      )}
      <Facts
        facts={facts.map((fact) => [
          fact.label,
          TIME.test(fact.text) ? formatDate(fact.text, now, timeZone) : fact.text,
        ])}
      />
      <Scenes found={found} />
      {target.kind === 'message' && found.state === 'open' && !found.person.bar && (
        <ReportedMessages caseId={found.id} />
      )}
      {link && (
        <p className="mt-2">
          <NewTabLink
            href={link}
            text={link.startsWith('/moderation') ? 'Show it under Listings' : 'Open the page'}
            className="lone-link"
          />
        </p>
      )}
    </Part>
  )
}
