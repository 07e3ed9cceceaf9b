import { DataExport } from './DataExport.tsx'
import { DeleteAccount } from './DeleteAccount.tsx'
import { SettingsSection } from './SettingsSection.tsx'

export const PrivacySection = ({ personId, email }: { personId: string; email: string }) => (
  <SettingsSection title="Privacy">
    <DataExport personId={personId} email={email} />
    <DeleteAccount personId={personId} />
  </SettingsSection>
)
