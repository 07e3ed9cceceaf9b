import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { OwnDecision } from '#contract/moderation/appeals/appeals.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { AppealForm } from './AppealForm.tsx'
import { DecisionText } from './DecisionText.tsx'
import { decisionsKey } from './queries.ts'

export function OwnDecisionItem({ decision, personId }: { decision: OwnDecision; personId: string }) {
  const api = useApi()
  const queryClient = useQueryClient()
  const [isAppealing, setAppealing] = useState(false)
  const { id, mayAppeal } = decision

  async function send(text: string) {
    await api.call('createAppeal', { params: { id }, body: { words: text } })
    await queryClient.invalidateQueries({ queryKey: decisionsKey(personId) })
    setAppealing(false)
  }

  return (
    <li className="card p-4">
      <DecisionText decision={decision} />
      {mayAppeal && !isAppealing && (
        <Button className="mt-3" onClick={() => setAppealing(true)}>
          Appeal
        </Button>
      )}
      {isAppealing && <AppealForm personId={personId} decisionId={id} onSend={send} />}
    </li>
  )
}
