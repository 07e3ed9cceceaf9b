import { useQuery } from '@tanstack/react-query'
import type { SessionUser } from '#contract/accounts/accounts.ts'
import { PhoneVerificationCard } from '#web/accounts/phone/PhoneVerificationCard.tsx'
import { PictureCard } from '#web/accounts/profile/PictureCard.tsx'
import { profileQuery } from '#web/accounts/profile/profile-query.ts'
import { ProfileForm } from '#web/accounts/profile/ProfileForm.tsx'
import { useSession } from '#web/accounts/sessions/session.ts'
import { TwoFactorCard } from '#web/accounts/two-factor/TwoFactorCard.tsx'
import { useApi } from '#web/platform/api/api-context.ts'
import { useLocation } from '#web/platform/router/use-router.ts'
import { Link } from '#web/platform/ui/Link.tsx'
import { LoadFailure } from '#web/platform/ui/LoadFailure.tsx'
import { SectionedPage } from './SectionedPage.tsx'

const SECTIONS = {
  picture: ['Profile picture', 'Buyers trust a face'],
  personal: ['Personal information', 'Name, bio and contact details'],
  phone: ['Phone verification', 'Show buyers a verified number'],
  'two-factor': ['Two-factor authentication', 'A second step when you log in'],
} as const

const Outline = ({ height }: { height: string }) => (
  <div aria-busy="true">
    <p className="sr-only">Loading…</p>
    <div className={`skeleton ${height}`} />
  </div>
)

/** The sections of the profile itself, which load together. */
function ProfileSection({ name, user }: { name: 'picture' | 'personal'; user: SessionUser }) {
  const { data: profile, error, refetch } = useQuery(profileQuery(useApi(), user.id))
  if (!profile && error)
    return <LoadFailure message="Failed to load your profile" retry={() => void refetch()} />
  if (!profile) return <Outline height={name === 'picture' ? 'h-56' : 'h-[56rem]'} />
  return name === 'picture' ? (
    <PictureCard profile={profile} name={user.name} />
  ) : (
    <ProfileForm profile={profile} />
  )
}

function ProfileSettings({ user }: { user: SessionUser }) {
  const { hash } = useLocation()
  return (
    <SectionedPage
      title="Profile settings"
      path="/profile"
      sections={SECTIONS}
      first="personal"
      implied={hash === '#phone' ? 'phone' : undefined}
      renderSection={(name) => {
        if (name === 'phone') return <PhoneVerificationCard />
        if (name === 'two-factor') return <TwoFactorCard />
        return <ProfileSection name={name} user={user} />
      }}
      beside={
        <Link to={`/sellers/${user.id}`} className="link inline-flex min-h-11 items-center">
          See your public page
        </Link>
      }
    />
  )
}

export function ProfilePage() {
  const session = useSession()
  // The key resets the forms when another person signs in.
  return session && <ProfileSettings key={session.user.id} user={session.user} />
}
