import { NewTabLink } from '#web/platform/ui/NewTabLink.tsx'

/** What new people agree to by continuing, and what we store about them. */
export const Agreement = () => (
  <p className="text-sm text-muted">
    By continuing you agree to the <NewTabLink href="/terms" text="terms and conditions" />. Our{' '}
    <NewTabLink href="/privacy" text="privacy policy" /> says what we store about you.
  </p>
)
