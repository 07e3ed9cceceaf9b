import { useState } from 'react'
import { Button } from '#web/platform/ui/Button.tsx'
import { CheckIcon } from '#web/platform/ui/icons.tsx'
import { showToast } from '#web/platform/ui/toasts/toast.ts'
import { PhoneCodeForm } from './PhoneCodeForm.tsx'
import { PhoneNumberForm } from './PhoneNumberForm.tsx'
import { SecurityCard, type SecurityStagesProps } from '#web/accounts/two-factor/SecurityCard.tsx'

type Stage = { is: 'resting' | 'number' } | { is: 'code'; phone: string }

function Verified({ phone, onChange }: { phone: string; onChange: () => void }) {
  return (
    <>
      <p className="mt-2 flex flex-wrap items-center gap-2">
        <span className="font-semibold">{phone}</span>
        <span className="badge badge-verified">
          <CheckIcon className="size-4" />
          Verified
        </span>
      </p>
      <p className="mt-2 text-sm text-muted">Buyers see that your number is verified.</p>
      <Button className="mt-4" onClick={onChange}>
        Change Number
      </Button>
    </>
  )
}

function PhoneStages({ security, refresh, focusTitle }: SecurityStagesProps) {
  const [stage, setStage] = useState<Stage>({ is: 'resting' })
  const { number, verified, awaitsCode } = security.phone

  async function finish() {
    await refresh()
    showToast('Phone number verified')
    setStage({ is: 'resting' })
    focusTitle()
  }

  const enterNumber = () => setStage({ is: 'number' })
  // A code that was sent still works after a reload.
  const sentTo = stage.is === 'code' ? stage.phone : stage.is === 'resting' ? awaitsCode : null
  if (sentTo !== null) {
    return (
      <PhoneCodeForm
        phone={sentTo}
        takesFocus={stage.is === 'code'}
        onVerified={finish}
        onChangeNumber={enterNumber}
      />
    )
  }
  if (stage.is === 'resting' && verified && number) return <Verified phone={number} onChange={enterNumber} />
  return (
    <PhoneNumberForm
      number={verified ? '' : (number ?? '')}
      takesFocus={stage.is === 'number'}
      onSent={(phone) => setStage({ is: 'code', phone })}
    />
  )
}

/** Stages of the verification (SPEC 4): enter a number, enter its code, verified. */
export function PhoneVerificationCard() {
  return <SecurityCard title="Phone verification" content={PhoneStages} />
}
