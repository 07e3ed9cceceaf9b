import text from '#legal/safety.md'
import { LegalPage } from './LegalPage.tsx'

export const SafetyPage = () => <LegalPage path="/safety" text={text} hasContents />
