import type { Remains as RemainsReply } from '#contract/personal-data/personal-data.ts'
import { usePublicConfig } from '#web/platform/config/public-config.ts'
import { useNow } from '#web/platform/ui/time/clock.ts'
import { formatDate } from '#web/platform/ui/time/dates.ts'
import { Link } from '#web/platform/ui/Link.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'

/**
 * Data that is kept after the account, with reasons and periods; `remains` is undefined if it could not be
 * loaded.
 */
export function Remains({ remains }: { remains: RemainsReply | undefined }) {
  const { timeZone } = usePublicConfig()
  const now = useNow()
  const dateOf = (iso: string) => formatDate(iso, now, timeZone)
  if (!remains)
    return (
      <Notice>
        <p>
          We keep limits and reports that protect others for a while. The{' '}
          <Link to="/privacy#security" className="link">
            privacy policy
          </Link>{' '}
          says which, and for how long.
        </p>
      </Notice>
    )
  const { limitedUntil, isChecked, upheldUntil } = remains
  if (limitedUntil === null && !isChecked && upheldUntil === null) return null
  return (
    <Notice look="warn">
      <p>To protect others, we keep:</p>
      <ul className="list-disc pl-5">
        {limitedUntil !== null && <li>{`The limit on your account, until ${dateOf(limitedUntil)}.`}</li>}
        {isChecked && (
          <li>
            What we are checking about you, your listings, messages or reviews, until we decide. If it broke
            our rules, we keep that for two years.
          </li>
        )}
        {upheldUntil !== null && (
          <li>{`The fact that reports about you were right, until ${dateOf(upheldUntil)}.`}</li>
        )}
      </ul>
      <p>
        We store it under a scrambled code of your e-mail address and phone number. It also applies to a new
        account with either of them.
      </p>
    </Notice>
  )
}
