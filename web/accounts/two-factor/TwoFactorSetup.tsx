import * as z from 'zod/mini'
import type { Reply } from '#contract/endpoint.ts'
import { AppCode, type twoFactorContract } from '#contract/accounts/two-factor.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { Field } from '#web/platform/forms/Field.tsx'
import { Form } from '#web/platform/forms/Form.tsx'
import { fieldOf, showFailure, submitTo, useZodForm } from '#web/platform/forms/use-zod-form.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { dismissToastsTitled, showToast } from '#web/platform/ui/toasts/toast.ts'
import { CopyButton } from './CopyButton.tsx'
import { StepTitle } from './SecurityCard.tsx'

const Fields = z.object({ code: AppCode })
export const SETUP_FAILED = 'Failed to setup 2FA'
type Setup = Reply<typeof twoFactorContract.startTwoFactor>

/** Black on white in both colour schemes, because not every camera reads the reverse. */
function QrCode({ qr: { size, path } }: Pick<Setup, 'qr'>) {
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label="QR code for the key"
      shapeRendering="crispEdges"
      className="mx-auto mt-3 w-full max-w-52 rounded-card"
    >
      <path fill="#fff" d={`M0 0h${size}v${size}h-${size}z`} />
      <path fill="#000" d={path} />
    </svg>
  )
}

function Key({ setup }: { setup: Setup }) {
  return (
    <>
      <StepTitle>1. Add the key to your authenticator app</StepTitle>
      <p className="mt-1 text-sm text-muted">
        Scan it with an app such as Google Authenticator, or{' '}
        <a href={setup.uri} className="link">
          open the app on this phone
        </a>
        .
      </p>
      <QrCode qr={setup.qr} />
      <p className="mt-3 text-sm text-muted">If you have no camera, type this key:</p>
      <p className="mt-1 mb-2">
        <code className="text-sm break-words">{setup.secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
      </p>
      <CopyButton text={setup.secret} label="Copy key" />
    </>
  )
}

interface SetupProps {
  setup: Setup
  onEnabled: (recoveryCodes: string[]) => void
  onCancel: () => void
}

export function TwoFactorSetup({ setup, onEnabled, onCancel }: SetupProps) {
  const api = useApi()
  const form = useZodForm(Fields, { code: '' })
  const { isSubmitting } = form.formState

  const submit = submitTo(
    form,
    async ({ code }) => {
      const { recoveryCodes } = await api.call('enableTwoFactor', { body: { code } })
      dismissToastsTitled(SETUP_FAILED)
      showToast('Two-factor authentication is on')
      onEnabled(recoveryCodes)
    },
    (error) => showFailure(SETUP_FAILED, error),
  )

  return (
    <div className="mt-3">
      <Key setup={setup} />
      <Form form={form} onSubmit={submit} className="mt-5 grid gap-3">
        <h3 className="font-semibold">2. Enter the code from the app</h3>
        <Field
          label="Verification code"
          hint="6 digits. They change every 30 seconds."
          inputMode="numeric"
          autoComplete="one-time-code"
          {...fieldOf(form, 'code')}
        />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" look="primary" busy={isSubmitting && 'Checking…'}>
            Verify and enable
          </Button>
          <Button onClick={onCancel}>Cancel</Button>
        </div>
      </Form>
    </div>
  )
}
