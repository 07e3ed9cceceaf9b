import { DataExport } from './DataExport.tsx'
import { DeleteAccount } from './DeleteAccount.tsx'
import { SettingsSection } from './SettingsSection.tsx'

interface PrivacySectionProps {
  personId: string
  email: string
  /** Of the mailed link, if one was opened. */
  exportToken?: string
}

export const PrivacySection = ({ personId, email, exportToken }: PrivacySectionProps) => (
  <SettingsSection title="Privacy">
    <DataExport personId={personId} email={email} token={exportToken} />
    <DeleteAccount />
  </SettingsSection>
)
