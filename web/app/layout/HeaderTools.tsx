import { Suspense } from 'react'
import type { SessionUser } from '#contract/accounts/accounts.ts'
import { MENU_LINK, SignedInTools } from '#web/accounts/sessions/SignedInTools.tsx'
import { MessagesLink } from '#web/conversations/inbox/MessagesLink.tsx'
import { NotificationBell } from '#web/notifications/NotificationBell.tsx'
import { lazyPart } from '#web/platform/ui/lazy/lazy-part.ts'

const StaffLink = lazyPart(async () => (await import('#web/moderation/staff/StaffLink.tsx')).StaffLink)

/** Header buttons for signed-in people. */
export const HeaderTools = ({ user }: { user: SessionUser }) => (
  <>
    <NotificationBell />
    <MessagesLink />
    <SignedInTools
      user={user}
      more={
        <Suspense>
          <StaffLink key={user.id} personId={user.id} className={MENU_LINK} />
        </Suspense>
      }
    />
  </>
)
