import { MailButton } from '#web/accounts/MailButton.tsx'
import { useApi } from '#web/platform/api/api-context.ts'

/** Another way to log in for people whose text message does not arrive. */
export function EmailLinkButton({ phone }: { phone: string }) {
  const api = useApi()
  return (
    <MailButton
      text="Get a link by e-mail instead"
      sentText="If an account has this number and a confirmed e-mail address, we sent a login link there."
      send={() => api.call('requestPhoneLink', { body: { phone } })}
    />
  )
}
