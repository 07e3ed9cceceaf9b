import type { ComponentProps } from 'react'
import { useHydrated } from '#web/platform/browser/use-hydrated.ts'

interface SubmitButtonProps extends Omit<ComponentProps<'button'>, 'type'> {
  /** What cannot be done without script, as the beginning of a sentence. */
  action: string
}

/**
 * Sends a form that is on the page from the start. Before the page is taken over a press, or Enter in a field, would
 * have the browser send what was typed by itself.
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
