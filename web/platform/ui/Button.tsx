import type { ComponentProps } from 'react'

/** Spelled out, so that the styles of a first view are found by them. */
const LOOKS = {
  primary: 'button button-primary',
  quiet: 'button button-quiet',
  danger: 'button button-danger',
  text: 'text-button',
  icon: 'icon-button',
}

interface ButtonProps extends ComponentProps<'button'> {
  look?: keyof typeof LOOKS
  /** What it says while it is at work, when it cannot be pressed. */
  busy?: string | false
}

/** Does something on this page; with `type="submit"` it sends its form. */
export function Button({ look = 'quiet', busy, disabled, className, children, ...rest }: ButtonProps) {
  const classes = className ? `${LOOKS[look]} ${className}` : LOOKS[look]
  return (
    <button type="button" className={classes} disabled={disabled || !!busy} {...rest}>
      {busy || children}
    </button>
  )
}
