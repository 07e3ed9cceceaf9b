import { useState } from 'react'
import type { Reply } from '#contract/endpoint.ts'
import type { startTwoFactor } from '#contract/two-factor.ts'
import { useApi } from '#web/api/api-context.ts'
import { messageOf } from '#web/forms/use-zod-form.ts'
import { showToast } from '#web/ui/toast.ts'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { SecurityCard, type SecurityParts } from './SecurityCard.tsx'
import { TwoFactorOff } from './TwoFactorOff.tsx'
import { TwoFactorSetup } from './TwoFactorSetup.tsx'

type Stage =
  | { is: 'resting' | 'turning-off' }
  | { is: 'setup'; setup: Reply<typeof startTwoFactor> }
  | { is: 'codes'; codes: string[] }

function Disabled({ onSetup }: { onSetup: (setup: Reply<typeof startTwoFactor>) => void }) {
  const api = useApi()
  const [isStarting, setIsStarting] = useState(false)

  async function start() {
    setIsStarting(true)
    try {
      onSetup(await api.call('startTwoFactor', { body: {} }))
    } catch (error) {
      showToast('Failed to setup 2FA', messageOf(error))
    } finally {
      setIsStarting(false)
    }
  }

  return (
    <>
      <p className="mt-2 text-sm text-muted">
        Signing in then asks for a code from an app on your phone as well, so a stolen password alone opens
        nothing.
      </p>
      <button
        type="button"
        className="button button-primary mt-4"
        disabled={isStarting}
        onClick={() => void start()}
      >
        {isStarting ? 'One moment…' : 'Enable two-factor'}
      </button>
    </>
  )
}

const leftOver = (count: number) => {
  if (count === 0) return 'No recovery codes are left. Disable and enable two-factor to get new ones.'
  return count === 1 ? '1 recovery code is left.' : `${count} recovery codes are left.`
}

function Enabled({ recoveryCodesLeft, onDisable }: { recoveryCodesLeft: number; onDisable: () => void }) {
  return (
    <>
      <p className="mt-2">
        <span className="badge badge-gold">On</span>
      </p>
      <p className="mt-2 text-sm text-muted">Signing in asks for a code from your authenticator app.</p>
      <p className="mt-1 text-sm text-muted">{leftOver(recoveryCodesLeft)}</p>
      <button type="button" className="button button-quiet mt-4" onClick={onDisable}>
        Disable two-factor
      </button>
    </>
  )
}

function TwoFactorStages({ security, refresh, focusTitle }: SecurityParts) {
  const [stage, setStage] = useState<Stage>({ is: 'resting' })

  function rest() {
    setStage({ is: 'resting' })
    focusTitle()
  }

  if (stage.is === 'setup') {
    const enabled = (codes: string[]) => {
      setStage({ is: 'codes', codes })
      void refresh()
    }
    return <TwoFactorSetup setup={stage.setup} onEnabled={enabled} onCancel={rest} />
  }
  if (stage.is === 'codes') return <RecoveryCodes codes={stage.codes} onDone={rest} />
  if (stage.is === 'turning-off') {
    return <TwoFactorOff onDisabled={() => void refresh().then(rest)} onCancel={rest} />
  }
  const { enabled, recoveryCodesLeft } = security.twoFactor
  return enabled ? (
    <Enabled recoveryCodesLeft={recoveryCodesLeft} onDisable={() => setStage({ is: 'turning-off' })} />
  ) : (
    <Disabled onSetup={(setup) => setStage({ is: 'setup', setup })} />
  )
}

/** Two-factor sign-in: disabled, setup, enabled (SPEC 4). */
export function TwoFactorCard() {
  return <SecurityCard title="Two-factor authentication" content={TwoFactorStages} />
}
