import type { ComponentProps } from 'react'

/** Classes are spelled out, so that the build finds the styles of a first view. */
const LOOKS = {
  primary: 'button button-primary',
  quiet: 'button button-quiet',
  danger: 'button button-danger',
  text: 'text-button',
  icon: 'icon-button',
  chip: 'chip',
}

interface ButtonProps extends ComponentProps<'button'> {
  look?: keyof typeof LOOKS
  /** Text while the action runs; the button is disabled then. */
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
