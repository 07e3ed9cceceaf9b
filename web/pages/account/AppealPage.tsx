import { useEffect, useState } from 'react'
import type { OwnDecision } from '#contract/moderation/appeals/appeals.ts'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { AuthCard } from '#web/accounts/AuthCard.tsx'
import { useLinkSecret } from '#web/accounts/sessions/use-link-secret.ts'
import { AppealForm } from '#web/moderation/appeals/AppealForm.tsx'
import { DecisionText } from '#web/moderation/appeals/DecisionText.tsx'
import { useApi } from '#web/platform/api/api-context.ts'
import { FormError } from '#web/platform/forms/FormError.tsx'
import { messageOf } from '#web/platform/forms/use-zod-form.ts'

/** People who cannot log in come here from the e-mail about a decision and from a refused log-in. */
export function AppealPage() {
  const api = useApi()
  const token = useLinkSecret('token')
  const [decision, setDecision] = useState<OwnDecision>()
  const [failure, setFailure] = useState<unknown>()
  const [isSent, setSent] = useState(false)
  useEffect(() => {
    if (token === undefined) return
    api.call('readDecision', { body: { token } }).then((read) => {
      setDecision(read)
      setFailure(undefined)
    }, setFailure)
  }, [api, token])

  async function send(words: string) {
    await api.call('createMailedAppeal', { body: { token: token ?? '', words } })
    setSent(true)
  }

  return (
    <AuthCard title="Appeal a decision" grows>
      {failure !== undefined && <FormError message={messageOf(failure)} />}
      {token === undefined && <p>Open the link in our e-mail, or log in, to read the decision.</p>}
      {decision && <DecisionText decision={decision} />}
      {isSent && (
        <Notice look="done">
          <p role="status">Thank you. Another moderator will look at it and write to you.</p>
        </Notice>
      )}
      {decision?.mayAppeal && !isSent && <AppealForm decisionId={decision.id} onSend={send} />}
    </AuthCard>
  )
}
