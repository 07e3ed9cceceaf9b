import '#web/platform/styles/conversations.css'
import { AgreementCard } from '#web/agreements/AgreementCard.tsx'
import { useParams } from '#web/platform/router/use-router.ts'
import { useSession } from '#web/accounts/sessions/session.ts'
import { ConversationScreen } from '#web/conversations/ConversationScreen.tsx'
import { Inbox } from '#web/conversations/inbox/Inbox.tsx'
import { useWideScreen } from '#web/platform/browser/use-wide-screen.ts'
import { ContactOptions } from '#web/sellers/ContactOptions.tsx'
import { PersonName } from '#web/sellers/PersonName.tsx'

/**
 * The page of `/conversation/{id}` and `/messages/{conversationId}` (SPEC 2); on a desktop it is beside the
 * list of conversations.
 */
export function ConversationPage() {
  const { id, conversationId = id ?? '' } = useParams()
  const session = useSession()
  const isWide = useWideScreen()
  if (!session) return null
  const { user } = session
  return (
    <div className="conversation-page">
      {isWide && (
        <aside aria-label="Messages" className="conversation-inbox">
          <Inbox key={user.id} personId={user.id} currentId={conversationId} />
        </aside>
      )}
      <ConversationScreen
        // The key resets the screen for each conversation and each person.
        key={`${user.id} ${conversationId}`}
        personId={user.id}
        conversationId={conversationId}
        ContactOptions={ContactOptions}
        PersonName={PersonName}
        AgreementCard={AgreementCard}
      />
    </div>
  )
}
