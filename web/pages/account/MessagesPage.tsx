import '#web/platform/styles/conversations.css'
import { useSession } from '#web/accounts/sessions/session.ts'
import { Inbox } from '#web/conversations/inbox/Inbox.tsx'

export function MessagesPage() {
  const session = useSession()
  if (!session) return null
  return (
    <div className="page min-h-dvh max-w-3xl py-4 md:py-6">
      <h1 className="text-2xl font-bold">Messages</h1>
      {/* Another person who signs in begins with their own. */}
      <Inbox key={session.user.id} personId={session.user.id} />
    </div>
  )
}
