import { useApi } from '#web/platform/api/api-context.ts'
import { MailButton } from '#web/accounts/MailButton.tsx'

/** Another way to log in after too many attempts with a password, possibly by somebody else. */
export function SignInLinkButton({ email }: { email: string }) {
  const api = useApi()
  return (
    <MailButton
      text="Send me a login link"
      sentText={`If ${email} has an account here, a link is on its way. Check your spam folder too.`}
      send={() => api.call('requestSignInLink', { body: { email } })}
    />
  )
}
