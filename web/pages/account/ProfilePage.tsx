import { useQuery } from '@tanstack/react-query'
import type { SessionUser } from '#contract/accounts/accounts.ts'
import { PhoneVerificationCard } from '#web/accounts/phone/PhoneVerificationCard.tsx'
import { PictureCard } from '#web/accounts/profile/PictureCard.tsx'
import { profileQuery } from '#web/accounts/profile/profile-query.ts'
import { ProfileForm } from '#web/accounts/profile/ProfileForm.tsx'
import { securityQuery } from '#web/accounts/two-factor/security-query.ts'
import { useSession } from '#web/accounts/sessions/session.ts'
import { TwoFactorCard } from '#web/accounts/two-factor/TwoFactorCard.tsx'
import { useApi } from '#web/platform/api/api-context.ts'
import { Link } from '#web/platform/ui/Link.tsx'
import { LoadFailure } from '#web/platform/ui/LoadFailure.tsx'

function Outline() {
  return (
    <div className="profile-layout mt-5 min-h-dvh" aria-busy="true">
      <p className="sr-only">Loading…</p>
      <div className="skeleton h-56" />
      <div className="skeleton profile-main h-[48rem]" />
    </div>
  )
}

function ProfileSettings({ user }: { user: SessionUser }) {
  const api = useApi()
  const { data: profile, error, refetch } = useQuery(profileQuery(api, user.id))
  // All cards are rendered at once, so that none moves another.
  const security = useQuery(securityQuery(api, user.id))
  if (!profile || security.isPending) {
    return error ? (
      <LoadFailure message="Failed to load your profile" retry={() => void refetch()} />
    ) : (
      <Outline />
    )
  }
  return (
    <div className="profile-layout mt-5">
      <PictureCard profile={profile} name={user.name} />
      <div className="profile-main">
        <ProfileForm profile={profile} />
      </div>
      <PhoneVerificationCard />
      <TwoFactorCard />
    </div>
  )
}

export function ProfilePage() {
  const session = useSession()
  if (!session) return null
  return (
    <div className="page max-w-5xl py-6">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h1 className="text-2xl font-bold">Profile settings</h1>
        <Link to={`/sellers/${session.user.id}`} className="link inline-flex min-h-11 items-center">
          See your public page
        </Link>
      </div>
      {/* The key resets the form when another person signs in. */}
      <ProfileSettings key={session.user.id} user={session.user} />
    </div>
  )
}
