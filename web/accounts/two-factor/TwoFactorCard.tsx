import { useState } from 'react'
import type { Reply } from '#contract/endpoint.ts'
import type { twoFactorContract } from '#contract/accounts/two-factor.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { showFailure } from '#web/platform/forms/use-zod-form.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { dismissToastsTitled, showToast } from '#web/platform/ui/toasts/toast.ts'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { SecurityCard, type SecurityStagesProps } from './SecurityCard.tsx'
import { TwoFactorCodeForm } from './TwoFactorCodeForm.tsx'
import { SETUP_FAILED, TwoFactorSetup } from './TwoFactorSetup.tsx'

type Stage =
  | { is: 'resting' | 'turning-off' | 'renewing' }
  | { is: 'setup'; setup: Reply<typeof twoFactorContract.startTwoFactor> }
  | { is: 'codes'; codes: string[] }

interface DisabledProps {
  /** True if a key waits for its first code, as after a reload during the setup. */
  isStarted: boolean
  onSetup: (setup: Reply<typeof twoFactorContract.startTwoFactor>) => void
}

function Disabled({ isStarted, onSetup }: DisabledProps) {
  const api = useApi()
  const [isStarting, setIsStarting] = useState(false)

  async function start() {
    setIsStarting(true)
    try {
      onSetup(await api.call('startTwoFactor', { body: {} }))
      dismissToastsTitled(SETUP_FAILED)
    } catch (error) {
      showFailure(SETUP_FAILED, error)
    } finally {
      setIsStarting(false)
    }
  }

  return (
    <>
      <p className="mt-2 text-sm text-muted">
        When you log in, we also ask for a code from an app on your phone. A stolen password alone is then not
        enough.
      </p>
      <Button look="primary" className="mt-4" busy={isStarting && 'One moment…'} onClick={() => void start()}>
        {isStarted ? 'Continue setup' : 'Enable two-factor'}
      </Button>
    </>
  )
}

const codesLeftText = (count: number) => {
  if (count === 0) return 'No recovery codes are left. Make new ones now.'
  return count === 1 ? '1 recovery code is left.' : `${count} recovery codes are left.`
}

interface EnabledProps {
  recoveryCodesLeft: number
  onDisable: () => void
  onRenew: () => void
}

function Enabled({ recoveryCodesLeft, onDisable, onRenew }: EnabledProps) {
  return (
    <>
      <p className="mt-2">
        <span className="badge badge-gold">On</span>
      </p>
      <p className="mt-2 text-sm text-muted">
        When you log in, we ask for a code from your authenticator app.
      </p>
      <p className="mt-1 text-sm text-muted">{codesLeftText(recoveryCodesLeft)}</p>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button onClick={onRenew}>Get new recovery codes</Button>
        <Button onClick={onDisable}>Disable two-factor</Button>
      </div>
    </>
  )
}

function useChanges({ refresh }: Pick<SecurityStagesProps, 'refresh'>) {
  const api = useApi()
  return {
    async turnOff(code: string) {
      await api.call('disableTwoFactor', { body: { code } })
      showToast('Two-factor authentication is off')
      await refresh()
    },
    async renew(code: string): Promise<string[]> {
      const { recoveryCodes } = await api.call('renewRecoveryCodes', { body: { code } })
      void refresh()
      return recoveryCodes
    },
    async cancel() {
      // If the server cannot be reached, the key expires by itself within an hour.
      await api.call('cancelTwoFactor', { body: {} }).catch(() => undefined)
      await refresh()
    },
  }
}

function TwoFactorStages({ security, refresh, focusTitle }: SecurityStagesProps) {
  const [stage, setStage] = useState<Stage>({ is: 'resting' })
  const changes = useChanges({ refresh })

  function rest() {
    setStage({ is: 'resting' })
    focusTitle()
  }

  if (stage.is === 'setup') {
    const enabled = (codes: string[]) => {
      setStage({ is: 'codes', codes })
      void refresh()
    }
    const cancel = () => {
      rest()
      void changes.cancel()
    }
    return <TwoFactorSetup setup={stage.setup} onEnabled={enabled} onCancel={cancel} />
  }
  if (stage.is === 'codes') return <RecoveryCodes codes={stage.codes} onDone={rest} />
  if (stage.is === 'turning-off') {
    const send = (code: string) => changes.turnOff(code).then(rest)
    const words = { action: 'Disable', busy: 'Disabling…', failure: 'Failed to disable 2FA' }
    return <TwoFactorCodeForm {...words} send={send} onCancel={rest} />
  }
  if (stage.is === 'renewing') {
    const send = async (code: string) => setStage({ is: 'codes', codes: await changes.renew(code) })
    const words = {
      action: 'Make new codes',
      busy: 'Checking…',
      failure: 'Failed to make new recovery codes',
    }
    return <TwoFactorCodeForm {...words} send={send} onCancel={rest} />
  }
  const { enabled, isStarted, recoveryCodesLeft } = security.twoFactor
  return enabled ? (
    <Enabled
      recoveryCodesLeft={recoveryCodesLeft}
      onDisable={() => setStage({ is: 'turning-off' })}
      onRenew={() => setStage({ is: 'renewing' })}
    />
  ) : (
    <Disabled isStarted={isStarted} onSetup={(setup) => setStage({ is: 'setup', setup })} />
  )
}

/** Stages of two-factor login (SPEC 4): disabled, setup, enabled. */
export function TwoFactorCard() {
  return <SecurityCard title="Two-factor authentication" content={TwoFactorStages} />
}
