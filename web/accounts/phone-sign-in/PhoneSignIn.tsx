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
  /** `startNew` opens a new account instead of the one that the number has. */
  | { is: 'name'; startNew?: true }
  | { is: 'proof'; needs: PhoneNeeds }
  | { is: 'challenge'; challenge: string }

interface PhoneSignInProps {
  /** True if a new person is expected, whose name is then requested at once. */
  isNew: boolean
  /** The typed text, which stays if the person tries another way to log in. */
  typed: Typed
  onTyped: (typed: Typed) => void
  /** Text of the last step's button. */
  action: string
  /** Shown while the person waits for the code. */
  note?: string
  /** Returns false if the code must not be sent. */
  check?: () => boolean
  onSession: (session: Session, isNew: boolean) => void
  onBack: () => void
}

/** Collects the number, the code and anything else that the number's account requires. */
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
