import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Profile } from '#contract/accounts/profiles.ts'
import { profileQuery } from '#web/accounts/profile/profile-query.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { Link } from '#web/platform/ui/Link.tsx'
import { ContactLink, KIND_TEXTS } from './ContactLink.tsx'

const KINDS = ['phone', 'email', 'website'] as const

const VISIBILITY_TEXTS: Record<Profile['phoneVisibility'], string> = {
  everyone: 'Everyone sees it',
  'signed-in': 'People who are logged in see it',
  nobody: 'Only you see it',
}

interface OwnContactsProps {
  sellerId: string
  /** Shown until the details are loaded. */
  placeholder: ReactNode
}

/** A seller's own details, and who else sees them. */
export function OwnContacts({ sellerId, placeholder }: OwnContactsProps) {
  const { data: profile } = useQuery(profileQuery(useApi(), sellerId))
  return (
    <>
      {!profile && placeholder}
      {profile && (
        <dl className="contacts">
          {KINDS.filter((kind) => profile[kind]).map((kind) => (
            <div key={kind} className="contents">
              <dt>{KIND_TEXTS[kind]}</dt>
              <dd>
                <ContactLink kind={kind} value={profile[kind]} />
                <span className="block text-xs text-muted">
                  {VISIBILITY_TEXTS[profile[`${kind}Visibility`]]}
                </span>
              </dd>
            </div>
          ))}
        </dl>
      )}
      <Link to="/profile?section=personal" className="button button-quiet mt-4 w-full">
        Edit your profile
      </Link>
    </>
  )
}
