import { isolated } from '#contract/isolated.ts'
import { icon } from '#web/platform/ui/icons.tsx'
import { ReportButton } from './ReportButton.tsx'

const FlagIcon = icon('M6 21V4h12l-3 4.5l3 4.5H6')

/** Menu item that reports a person. */
export const ReportPerson = ({ person }: { person: { id: string; name: string } }) => (
  <ReportButton target={{ kind: 'person', id: person.id }} what="person" className="sheet-item">
    <FlagIcon className="size-6" />
    {`Report ${isolated(person.name)}`}
  </ReportButton>
)
