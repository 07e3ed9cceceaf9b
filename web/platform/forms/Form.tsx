import type { ReactNode, SyntheticEvent } from 'react'
import { loginPath } from '#web/platform/router/login-path.ts'
import { useLocation } from '#web/platform/router/use-router.ts'
import { NewTabLink } from '#web/platform/ui/NewTabLink.tsx'
import { FormError } from './FormError.tsx'
import { LOGGED_OUT } from './logged-out.ts'

interface Refused {
  form: { formState: { errors: { root?: { type?: unknown; message?: string } } } }
}

interface FormProps extends Refused {
  onSubmit: (event: SyntheticEvent) => unknown
  className: string
  children: ReactNode
}

/** In another tab, so that nothing of the form is lost; this one follows who logs in there. */
function LogIn() {
  const { pathname, search } = useLocation()
  return <NewTabLink href={loginPath(pathname + search)} text="Log in" className="justify-self-start" />
}

/** What is wrong with a form as a whole, with the way to log in where nobody is any more. */
export function FormProblem({ form }: Refused) {
  const { root } = form.formState.errors
  return (
    <>
      <FormError message={root?.message} />
      {root?.type === LOGGED_OUT && <LogIn />}
    </>
  )
}

/** Sent by script alone, and headed by what is wrong with it as a whole. */
export const Form = ({ form, onSubmit, className, children }: FormProps) => (
  <form method="post" noValidate className={className} onSubmit={(event) => void onSubmit(event)}>
    <FormProblem form={form} />
    {children}
  </form>
)
