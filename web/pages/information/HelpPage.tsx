import text from '#legal/help.md'
import { ProhibitedList } from '#web/selling/editor/ProhibitedList.tsx'
import { LegalPage } from './LegalPage.tsx'

export const HelpPage = () => (
  <LegalPage path="/help" text={text} hasContents parts={{ 'prohibited-goods': <ProhibitedList /> }} />
)
