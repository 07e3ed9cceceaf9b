import { useEffect, useId, useRef, useState } from 'react'
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
import { useFormDraft } from '#web/platform/forms/use-form-draft.ts'
import { useSubmitOnce } from '#web/platform/forms/use-submit-once.ts'
import { fieldOf, submitTo, useZodForm } from '#web/platform/forms/use-zod-form.ts'
import { Notice } from '#web/platform/ui/Notice.tsx'

/** Placeholder that satisfies the schema; the report gets a key of its own when it is sent. */
const NO_KEY = '00000000-0000-4000-8000-000000000000'

const useOutsideForm = (address: string) =>
  useZodForm(Schema, { clientKey: NO_KEY, address, words: '', name: '', email: '' })

/** Props of a field. The form focuses the first wrong field in the order of the `fieldOf` calls. */
type FieldProps = ReturnType<typeof fieldOf>

function Role({ error, ...role }: FieldProps) {
  const labelId = useId()
  const { noteId, control } = useFieldIds({ error })
  return (
    <div role="radiogroup" aria-labelledby={labelId} {...control}>
      <p id={labelId} className="mb-1 text-sm font-semibold">
        Who are you?
      </p>
      {Object.entries(OUTSIDE_ROLES).map(([name, text]) => (
        <label key={name} className="flex min-h-11 items-center gap-3 py-1">
          <input type="radio" value={name} className="size-5 shrink-0" {...role} />
          {text}
        </label>
      ))}
      <FieldNote id={noteId} error={error} />
    </div>
  )
}

function Reason({ kind, error, ...reason }: FieldProps & { kind: TargetKind }) {
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
            {Object.entries(group.reasons).map(([name, { text }]) => (
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

function Truth({ error, ...isTrue }: FieldProps) {
  const { noteId, control } = useFieldIds({ error })
  return (
    <div>
      <label className="flex min-h-11 items-center gap-3 py-1">
        <input type="checkbox" {...control} className="size-5 shrink-0" {...isTrue} />
        What I wrote is true, as far as I know.
      </label>
      <FieldNote id={noteId} error={error} />
    </div>
  )
}

/** Takes the focus once, because the button that had it is removed. */
function Sent({ email }: { email: string }) {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => element.current?.focus(), [])
  return (
    <div tabIndex={-1} ref={element} className="mt-6">
      <Notice look="done">
        <p role="status">
          <strong className="block">We have your report</strong>
          {`A moderator looks at it. We tell you the outcome by e-mail, to ${email}.`}
        </p>
      </Notice>
    </div>
  )
}

/** Reports a listing or a seller without an account. The typed text stays in this tab until it is sent. */
export function OutsideReportForm({ address }: { address: string }) {
  const api = useApi()
  const [sentFrom, setSentFrom] = useState<string>()
  const keyOf = useClientKey()
  const form = useOutsideForm(address)
  const forget = useFormDraft(form, { personId: '', name: `outside report ${address}` })
  const submit = useSubmitOnce(
    submitTo(form, async (report) => {
      await api.call('createOutsideReport', { body: { ...report, clientKey: keyOf(report) } })
      forget()
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
