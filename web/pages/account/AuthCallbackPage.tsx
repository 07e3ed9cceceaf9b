import { AuthCard } from '#web/accounts/AuthCard.tsx'
import { nativeApp } from '#web/accounts/oauth/native-app.ts'
import { useAuthCallback } from '#web/accounts/oauth/use-auth-callback.ts'
import { FormError } from '#web/platform/forms/FormError.tsx'
import { Link } from '#web/platform/ui/Link.tsx'

const TITLES = { loading: 'Logging you in', success: 'Login Successful', failed: 'Authentication Failed' }

/** Google and GitHub send people back to this page (SPEC 2). */
export function AuthCallbackPage() {
  const state = useAuthCallback()
  return (
    <AuthCard title={TITLES[state.is]} laterTitle={TITLES.success}>
      <p role="status" className="text-center">
        {state.is === 'loading' && 'Completing authentication, please wait...'}
        {state.is === 'success' && 'You are logged in. One moment…'}
      </p>
      {state.is === 'failed' && (
        <div className="grid gap-4">
          <FormError message={state.message} />
          {!nativeApp() && (
            <Link to="/auth/login" className="button button-primary">
              Return to login
            </Link>
          )}
        </div>
      )}
    </AuthCard>
  )
}
