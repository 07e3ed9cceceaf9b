import text from '#legal/cookies.md'
import { CookieForm } from '#web/support/CookieForm.tsx'
import { LegalPage } from './LegalPage.tsx'

export const CookiesPage = () => (
  <LegalPage path="/cookies" text={text} parts={{ 'cookie-choices': <CookieForm /> }} />
)
