import '#web/platform/styles/conversations.css'
import { useSession } from '#web/accounts/sessions/session.ts'
import { Drawing } from '#web/platform/ui/Drawing.tsx'
import { useWideScreen } from '#web/platform/browser/use-wide-screen.ts'
import { Inbox } from '#web/conversations/inbox/Inbox.tsx'

export function MessagesPage() {
  const session = useSession()
  const isWide = useWideScreen()
  if (!session) return null
  // The key resets the inbox when another person signs in.
  const inbox = <Inbox key={session.user.id} personId={session.user.id} />
  if (isWide)
    return (
      <div className="conversation-page">
        <section aria-labelledby="messages" className="conversation-inbox">
          <h1 id="messages" className="pt-4 text-2xl font-bold">
            Messages
          </h1>
          {inbox}
        </section>
        <div className="conversation grid-rows-[auto_auto] place-content-center justify-items-center gap-3 text-muted">
          <Drawing name="phone" />
          <p>Choose a chat to read it here.</p>
        </div>
      </div>
    )
  return (
    <div className="page min-h-dvh max-w-3xl py-4 md:py-6">
      <h1 className="text-2xl font-bold">Messages</h1>
      {inbox}
    </div>
  )
}
