import { useApi } from '#web/platform/api/api-context.ts'
import { MailButton } from '#web/accounts/MailButton.tsx'

export function ResendButton({ email }: { email: string }) {
  const api = useApi()
  return (
    <MailButton
      text="Send the link again"
      sentText="A new link is on its way. Check your spam folder too."
      send={() => api.call('resendVerification', { body: { email } })}
    />
  )
}
