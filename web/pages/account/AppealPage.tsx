import { useEffect, useState } from 'react'
import { AuthCard } from '#web/accounts/AuthCard.tsx'
import { takeLinkSecret } from '#web/accounts/sessions/link-secret.ts'
import { AppealForm } from '#web/moderation/AppealForm.tsx'
import { useApi } from '#web/platform/api/api-context.ts'

/** Where the mail about a decision leads those who cannot log in. */
export function AppealPage() {
  const api = useApi()
  const [token, setToken] = useState('')
  const [isSent, setSent] = useState(false)
  useEffect(() => {
    const take = () => {
      const secret = takeLinkSecret('token')
      if (secret) setToken(secret)
    }
    take()
    addEventListener('hashchange', take)
    return () => removeEventListener('hashchange', take)
  }, [])

  async function send(words: string) {
    await api.call('createMailedAppeal', { body: { token: token || '-', words } })
    setSent(true)
  }

  return (
    <AuthCard title="Appeal a decision">
      {isSent ? (
        <p role="status">Thank you. Somebody else looks at it, and writes to you.</p>
      ) : (
        <AppealForm onSend={send} />
      )}
    </AuthCard>
  )
}
