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

/**
 * Opens in another tab, so that nothing in the form is lost; this tab follows when somebody logs in there.
 */
function LogIn() {
  const { pathname, search } = useLocation()
  return <NewTabLink href={loginPath(pathname + search)} text="Log in" className="justify-self-start" />
}

/** The error of the whole form, with a link to log in if the session has ended. */
export function FormProblem({ form }: Refused) {
  const { root } = form.formState.errors
  return (
    <>
      <FormError message={root?.message} />
      {root?.type === LOGGED_OUT && <LogIn />}
    </>
  )
}

/** Only script sends this form. Its error as a whole is above it. */
export const Form = ({ form, onSubmit, className, children }: FormProps) => (
  <form method="post" noValidate className={className} onSubmit={(event) => void onSubmit(event)}>
    <FormProblem form={form} />
    {children}
  </form>
)
