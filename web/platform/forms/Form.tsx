import type { ReactNode, SyntheticEvent } from 'react'
import { FormError } from './FormError.tsx'

interface FormProps {
  form: { formState: { errors: { root?: { message?: string } } } }
  onSubmit: (event: SyntheticEvent) => unknown
  className: string
  children: ReactNode
}

/** Sent by script alone, and headed by what is wrong with it as a whole. */
export const Form = ({ form, onSubmit, className, children }: FormProps) => (
  <form method="post" noValidate className={className} onSubmit={(event) => void onSubmit(event)}>
    <FormError message={form.formState.errors.root?.message} />
    {children}
  </form>
)
