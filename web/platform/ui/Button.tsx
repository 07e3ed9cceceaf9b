import type { ComponentProps } from 'react'

interface ButtonProps extends ComponentProps<'button'> {
  look?: 'primary' | 'quiet' | 'danger' | 'text' | 'icon'
  /** What it says while it is at work, when it cannot be pressed. */
  busy?: string | false
}

/** Does something on this page; with `type="submit"` it sends its form. */
export function Button({ look = 'quiet', busy, disabled, className, children, ...rest }: ButtonProps) {
  const base = look === 'text' || look === 'icon' ? `${look}-button` : `button button-${look}`
  const classes = className ? `${base} ${className}` : base
  return (
    <button type="button" className={classes} disabled={disabled || !!busy} {...rest}>
      {busy || children}
    </button>
  )
}
