import { useState } from 'react'
import type { Session } from '#contract/accounts/accounts.ts'
import type { PhoneNeeds } from '#contract/accounts/phone-sign-in.ts'
import { TwoFactorStep } from '#web/accounts/two-factor/TwoFactorStep.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { CodeStep } from './CodeStep.tsx'
import { NewcomerStep } from './NewcomerStep.tsx'
import { NumberStep } from './NumberStep.tsx'
import { findPendingCode, forgetPendingCode, storePendingCode } from './pending-code.ts'
import { ProofStep } from './ProofStep.tsx'
import { type Answer, type Typed, usePhoneSignIn } from './use-phone-sign-in.ts'

type Stage =
  | { is: 'number' }
  | { is: 'code'; onlyKnown: boolean }
  /** `startNew`: instead of the account that the number has. */
  | { is: 'name'; startNew?: true }
  | { is: 'proof'; needs: PhoneNeeds }
  | { is: 'challenge'; challenge: string }

interface PhoneSignInProps {
  /** A new person is expected, who says at once how they are called. */
  isNew: boolean
  /** What is typed so far, which stays when another way to log in is tried in between. */
  typed: Typed
  onTyped: (typed: Typed) => void
  /** What the last step does. */
  action: string
  /** Said while the code is awaited. */
  note?: string
  /** Whether the code may be sent. */
  check?: () => boolean
  onSession: (session: Session, isNew: boolean) => void
  onBack: () => void
}

/** Number, code, and whatever the account of the number needs besides. */
export function PhoneSignIn({ isNew, typed, onTyped, action, note, check, ...rest }: PhoneSignInProps) {
  const { onSession, onBack } = rest
  const [stage, setStage] = useState<Stage>(() => {
    const isWaiting = typed.phone && findPendingCode()?.phone === typed.phone
    return isWaiting ? { is: 'code', onlyKnown: false } : { is: 'number' }
  })

  function goOn({ session, challenge, needs, isNew: isBegun }: Answer) {
    if (session || challenge) forgetPendingCode()
    if (session) onSession(session, isBegun)
    else if (challenge) setStage({ is: 'challenge', challenge })
    else if (needs) setStage(needs.is === 'name' ? { is: 'name' } : { is: 'proof', needs })
  }

  const send = usePhoneSignIn(typed, goOn)
  function changeNumber() {
    forgetPendingCode()
    setStage({ is: 'number' })
  }
  if (stage.is === 'challenge') {
    return (
      <TwoFactorStep
        challenge={stage.challenge}
        onSession={(session) => onSession(session, false)}
        onBack={changeNumber}
      />
    )
  }
  return (
    <section aria-label="By phone" className="grid gap-4">
      {stage.is === 'number' && (
        <NumberStep
          isNew={isNew}
          typed={typed}
          check={check}
          onSent={(next, onlyKnown) => {
            onTyped(next)
            storePendingCode(next)
            setStage({ is: 'code', onlyKnown })
          }}
        />
      )}
      {stage.is === 'code' && (
        <CodeStep
          typed={typed}
          action={action}
          note={note}
          onlyKnown={stage.onlyKnown}
          send={(code) => {
            onTyped({ ...typed, code })
            return send({ code })
          }}
        />
      )}
      {stage.is === 'name' && (
        <NewcomerStep action={action} send={(name) => send({ name, startNew: stage.startNew })} />
      )}
      {stage.is === 'proof' && (
        <ProofStep
          needs={stage.needs}
          send={send}
          onEmail={onBack}
          onNew={async () => {
            if (typed.name) await send({ startNew: true })
            else setStage({ is: 'name', startNew: true })
          }}
        />
      )}
      {stage.is !== 'number' && <Button onClick={changeNumber}>Change Number</Button>}
      <button type="button" className="link min-h-11 justify-self-start text-sm" onClick={onBack}>
        Use e-mail instead
      </button>
    </section>
  )
}
