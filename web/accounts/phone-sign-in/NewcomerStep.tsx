import { useEffect } from 'react'
import * as z from 'zod/mini'
import { PersonName } from '#contract/accounts/accounts.ts'
import { Field } from '#web/platform/forms/Field.tsx'
import { Form } from '#web/platform/forms/Form.tsx'
import { fieldOf, submitTo, useZodForm } from '#web/platform/forms/use-zod-form.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Agreement } from './Agreement.tsx'

const Fields = z.object({ name: PersonName })

/** Step for a proved number that has no account yet. */
export function NewcomerStep({ action, send }: { action: string; send: (name: string) => Promise<unknown> }) {
  const form = useZodForm(Fields, { name: '' })
  const { setFocus } = form
  useEffect(() => setFocus('name'), [setFocus])
  const submit = submitTo(form, ({ name }) => send(name))
  return (
    <Form form={form} onSubmit={submit} className="grid gap-4">
      <p role="status">Your number is verified. Enter your name to create your account.</p>
      <Field label="Name" autoComplete="name" {...fieldOf(form, 'name')} />
      <Agreement />
      <Button type="submit" look="primary" busy={form.formState.isSubmitting && 'Creating your account…'}>
        {action}
      </Button>
    </Form>
  )
}
