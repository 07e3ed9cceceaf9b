import { PASSWORD_MIN } from '#contract/limits.ts'
import { CheckIcon } from '#web/platform/ui/icons.tsx'

/** The five checks of SPEC 2's strength indicator. */
const PASSWORD_CHECKS = [
  [`At least ${PASSWORD_MIN} characters`, (password: string) => password.length >= PASSWORD_MIN],
  ['One uppercase letter', (password: string) => /[A-Z]/.test(password)],
  ['One lowercase letter', (password: string) => /[a-z]/.test(password)],
  ['One number', (password: string) => /\d/.test(password)],
  ['One special character', (password: string) => /[^A-Za-z0-9\s]/.test(password)],
] as const

const WORDS = ['Very weak', 'Very weak', 'Weak', 'Fair', 'Good', 'Strong'] as const

export function PasswordStrength({ password }: { password: string }) {
  const passed = PASSWORD_CHECKS.filter(([, isMet]) => isMet(password)).length
  return (
    <div className="mt-2">
      <meter
        className="password-meter"
        data-strength={WORDS[passed]}
        min={0}
        max={5}
        value={passed}
        aria-label="Password strength"
      >
        {WORDS[passed]}
      </meter>
      <p role="status" className="text-sm text-muted">
        {password && `Password strength: ${WORDS[passed]}`}
      </p>
      <ul className="mt-1 text-sm">
        {PASSWORD_CHECKS.map(([text, isMet]) => (
          <li key={text} className={`flex items-center gap-2 ${isMet(password) ? '' : 'text-muted'}`}>
            {isMet(password) ? (
              <CheckIcon className="size-4" />
            ) : (
              <span className="size-4 text-center leading-4">·</span>
            )}
            {text}
            <span className="sr-only">{isMet(password) ? ' (met)' : ' (not met yet)'}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
