import text from '#legal/privacy.md'
import { LegalPage } from './LegalPage.tsx'

export const PrivacyPage = () => <LegalPage path="/privacy" text={text} hasContents />
