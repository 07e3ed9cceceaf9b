import { useState } from 'react'
import { RequireSession, type RequireSessionProps } from '#web/accounts/sessions/RequireSession.tsx'
import { waitingMessages, WaitingChats } from '#web/pages/account/WaitingChats.tsx'
import { useLocation } from '#web/platform/router/use-router.ts'
import { useHydrated } from '#web/platform/browser/use-hydrated.ts'

function Waiting() {
  const [messages] = useState(waitingMessages)
  return <WaitingChats messages={messages} />
}

/**
 * The frame of pages that belong to one person. Chats show an anonymous person the messages that wait on this
 * device.
 */
export function OwnPage(props: RequireSessionProps) {
  const { pathname } = useLocation()
  const isWaiting = useHydrated() && pathname === '/messages' && waitingMessages().length > 0
  return <RequireSession {...props} instead={isWaiting && <Waiting />} />
}
