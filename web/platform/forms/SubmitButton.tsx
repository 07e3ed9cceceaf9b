import type { ComponentProps } from 'react'
import { useHydrated } from '#web/platform/browser/use-hydrated.ts'

interface SubmitButtonProps extends Omit<ComponentProps<'button'>, 'type'> {
  /** An action that needs script, as the beginning of a sentence. */
  action: string
}

/**
 * Sends a form that is in the page's HTML. It is disabled until hydration; otherwise a press, or Enter in a
 * field, would make the browser itself send the text.
 */
export function SubmitButton({ action, disabled, className = '', ...rest }: SubmitButtonProps) {
  const isHydrated = useHydrated()
  return (
    <>
      <button
        {...rest}
        type="submit"
        className={`button button-primary noscript:hidden ${className}`}
        disabled={!isHydrated || disabled}
        data-starting={!isHydrated || undefined}
      />
      <p className="hidden text-sm text-muted noscript:block">
        {`${action} needs JavaScript, which is off in this browser.`}
      </p>
    </>
  )
}
