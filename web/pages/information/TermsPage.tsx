import text from '#legal/terms.md'
import { LegalPage } from './LegalPage.tsx'

export const TermsPage = () => <LegalPage path="/terms" text={text} hasContents />
