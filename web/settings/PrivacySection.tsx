import { DataExport } from './DataExport.tsx'
import { SettingsSection } from './SettingsSection.tsx'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { useApi } from '#web/platform/api/api-context.ts'
import { remainsQuery } from './queries.ts'
import { DeleteAccountDialog } from './DeleteAccountDialog.tsx'
import { Button } from '#web/platform/ui/Button.tsx'

function DeleteAccount({ personId }: { personId: string }) {
  // Loaded early, so that the dialog opens with its data.
  useQuery(remainsQuery(useApi(), personId))
  const [isConfirming, setIsConfirming] = useState(false)
  const button = useRef<HTMLButtonElement>(null)

  function close() {
    setIsConfirming(false)
    button.current?.focus()
  }

  return (
    <div className="setting-row">
      <h3 className="font-semibold">Delete account</h3>
      <p className="mt-1 text-sm text-muted">
        This deletes your account, profile, listings and photos for good. Reviews that you wrote stay without
        your name. We keep what protects others, such as a limit on your account, until it ends.
      </p>
      <Button
        ref={button}
        look="danger"
        className="mt-3"
        aria-haspopup="dialog"
        onClick={() => setIsConfirming(true)}
      >
        Delete account
      </Button>
      {isConfirming && <DeleteAccountDialog personId={personId} onClose={close} />}
    </div>
  )
}

interface PrivacySectionProps {
  personId: string
  email: string | null
  /** Token of the mailed link, if the person opened one. */
  exportToken?: string
  /** The list of people they have blocked. */
  blocked: ReactNode
}

export const PrivacySection = ({ personId, email, exportToken, blocked }: PrivacySectionProps) => (
  <SettingsSection title="Privacy">
    <DataExport personId={personId} email={email} token={exportToken} />
    {blocked}
    <DeleteAccount personId={personId} />
  </SettingsSection>
)
