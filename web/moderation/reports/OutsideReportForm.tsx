import { useId, useState } from 'react'
import { EMAIL_MAX, FULL_NAME_MAX, MODERATION_WORDS_MAX } from '#contract/limits.ts'
import {
  OUTSIDE_ROLES,
  OutsideReportForm as Schema,
  parseReportedAddress,
} from '#contract/moderation/reports/outside-reports.ts'
import { reasonGroupsFor, type TargetKind } from '#contract/moderation/reports/report-reasons.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { CountedField } from '#web/platform/forms/CountedField.tsx'
import { Field, FieldNote, useFieldIds } from '#web/platform/forms/Field.tsx'
import { Form } from '#web/platform/forms/Form.tsx'
import { SubmitButton } from '#web/platform/forms/SubmitButton.tsx'
import { useClientKey } from '#web/platform/forms/use-client-key.ts'
import { useSubmitOnce } from '#web/platform/forms/use-submit-once.ts'
import { fieldOf, submitTo, useZodForm } from '#web/platform/forms/use-zod-form.ts'
import { Notice } from '#web/platform/ui/Notice.tsx'

/** Placeholder that satisfies the schema; the report gets a key of its own when it is sent. */
const NO_KEY = '00000000-0000-4000-8000-000000000000'

const useOutsideForm = (address: string) =>
  useZodForm(Schema, { clientKey: NO_KEY, address, words: '', name: '', email: '' })
/** What ties a field to the form; the form focuses the first wrong field in the order of the calls. */
type Tied = ReturnType<typeof fieldOf>

function Role({ error, ...role }: Tied) {
  const note = useId()
  return (
    <fieldset aria-describedby={note}>
      <legend className="mb-1 text-sm font-semibold">Who are you?</legend>
      {Object.entries(OUTSIDE_ROLES).map(([name, text]) => (
        <label key={name} className="flex min-h-11 items-center gap-3 py-1">
          <input type="radio" value={name} className="size-5 shrink-0" {...role} />
          {text}
        </label>
      ))}
      <FieldNote id={note} error={error} />
    </fieldset>
  )
}

function Reason({ kind, error, ...reason }: Tied & { kind: TargetKind }) {
  const { noteId, control } = useFieldIds({ error })
  return (
    <div>
      <label htmlFor={control.id} className="text-sm font-semibold">
        What is wrong?
      </label>
      <select {...control} {...reason} className="field mt-1">
        <option value="">Choose a reason</option>
        {reasonGroupsFor(kind).map((group) => (
          <optgroup key={group.text} label={group.text}>
            {Object.entries(group.reasons).map(([name, text]) => (
              <option key={name} value={name}>
                {text}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
      <FieldNote id={noteId} error={error} />
    </div>
  )
}

function Truth({ error, ...isTrue }: Tied) {
  const note = useId()
  return (
    <div>
      <label className="flex min-h-11 items-center gap-3 py-1">
        <input
          type="checkbox"
          aria-invalid={error ? true : undefined}
          aria-describedby={note}
          className="size-5 shrink-0"
          {...isTrue}
        />
        What I wrote is true, as far as I know.
      </label>
      <FieldNote id={note} error={error} />
    </div>
  )
}

/** It takes the focus, because the button that had it is removed. */
const Sent = ({ email }: { email: string }) => (
  <div tabIndex={-1} ref={(element) => element?.focus()} className="mt-6">
    <Notice>
      <p role="status">
        <strong className="block">We have your report</strong>
        {`A moderator looks at it. We tell you the outcome by e-mail, to ${email}.`}
      </p>
    </Notice>
  </div>
)

/** Reports a listing or a seller without an account. What was typed stays if sending fails. */
export function OutsideReportForm({ address }: { address: string }) {
  const api = useApi()
  const [sentFrom, setSentFrom] = useState<string>()
  const keyOf = useClientKey()
  const form = useOutsideForm(address)
  const submit = useSubmitOnce(
    submitTo(form, async (report) => {
      await api.call('createOutsideReport', { body: { ...report, clientKey: keyOf(report) } })
      setSentFrom(report.email)
    }),
  )
  if (sentFrom !== undefined) return <Sent email={sentFrom} />
  const kind = parseReportedAddress(form.watch('address'))?.kind ?? 'product'
  return (
    <Form form={form} onSubmit={submit} className="mt-6 grid gap-5">
      <Field
        label="Address of the listing or the seller’s page"
        inputMode="url"
        hint="Copy it from your browser, or use Share on the page."
        {...fieldOf(form, 'address')}
      />
      <Role {...fieldOf(form, 'role')} />
      <Reason kind={kind} {...fieldOf(form, 'reason')} />
      <CountedField
        label="What happened, and how do you know?"
        rows={5}
        length={form.watch('words').length}
        most={MODERATION_WORDS_MAX}
        {...fieldOf(form, 'words')}
      />
      <Field label="Your name" autoComplete="name" maxLength={FULL_NAME_MAX} {...fieldOf(form, 'name')} />
      <Field
        label="Your e-mail address"
        type="email"
        autoComplete="email"
        maxLength={EMAIL_MAX}
        {...fieldOf(form, 'email')}
      />
      <Truth {...fieldOf(form, 'isTrue')} />
      <div>
        <SubmitButton action="Reporting here" aria-disabled={form.formState.isSubmitting || undefined}>
          {form.formState.isSubmitting ? 'Sending…' : 'Send report'}
        </SubmitButton>
      </div>
    </Form>
  )
}
