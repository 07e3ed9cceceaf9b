import '#web/platform/styles/conversations.css'
import { useParams } from '#web/platform/router/use-router.ts'
import { useSession } from '#web/accounts/sessions/session.ts'
import { ConversationScreen } from '#web/conversations/ConversationScreen.tsx'
import { ContactOptions } from '#web/sellers/ContactOptions.tsx'

/** Both `/conversation/{id}` and `/messages/{conversationId}` (SPEC 2). */
export function ConversationPage() {
  const { id, conversationId = id ?? '' } = useParams()
  const session = useSession()
  if (!session) return null
  const { user } = session
  return (
    <ConversationScreen
      // Each conversation, and each person, begins anew.
      key={`${user.id} ${conversationId}`}
      personId={user.id}
      conversationId={conversationId}
      ContactOptions={ContactOptions}
    />
  )
}
