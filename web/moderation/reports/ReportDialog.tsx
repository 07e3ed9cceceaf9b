import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { idMark } from '#contract/id-mark.ts'
import { MODERATION_WORDS_MAX } from '#contract/limits.ts'
import { reasonGroupsFor } from '#contract/moderation/reports/report-reasons.ts'
import { ReportForm, type Target } from '#contract/moderation/reports/reports.ts'
import { addReported } from '#web/blocks/hidden-people.ts'
import { catchError, failureMessage } from '#web/photos/uploading/upload-failure.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { CountedField } from '#web/platform/forms/CountedField.tsx'
import { FieldNote } from '#web/platform/forms/Field.tsx'
import { Form } from '#web/platform/forms/Form.tsx'
import { useSubmitOnce } from '#web/platform/forms/use-submit-once.ts'
import { useFormDraft } from '#web/platform/forms/use-form-draft.ts'
import { fieldOf, submitTo, useZodForm } from '#web/platform/forms/use-zod-form.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Dialog, dialogOf } from '#web/platform/ui/dialogs/Dialog.tsx'
import { Link } from '#web/platform/ui/Link.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { ReportPictures } from './ReportPictures.tsx'
import { useReportPictures } from './use-report-pictures.ts'

export interface Reported {
  target: Target
  /** Noun of the title 'Report this listing'. */
  what: string
  personId: string
}

type Group = ReturnType<typeof reasonGroupsFor>[number]

interface StepProps {
  groups: readonly Group[]
  onChoose: (group: Group) => void
}

/** First of the two steps. */
const Groups = ({ groups, onChoose }: StepProps) => (
  <div className="grid p-4">
    <p className="mb-2">What is wrong?</p>
    {groups.map((group) => (
      <Button key={group.text} className="mt-2 justify-start" onClick={() => onChoose(group)}>
        {group.text}
      </Button>
    ))}
  </div>
)

const unsentText = (failure: unknown) =>
  `Your report was sent, but not all pictures: ${failureMessage(failure)} Send it again, or remove the other pictures.`

interface DetailsProps extends Reported {
  group: Group
  pictures: ReturnType<typeof useReportPictures>
  onBack: () => void
  onSent: () => void
}

function Details({ target, group, personId, pictures, onBack, onSent }: DetailsProps) {
  const api = useApi()
  const queryClient = useQueryClient()
  const name = useId()
  const names = Object.keys(group.reasons)
  const [only] = names.length === 1 ? names : []
  const form = useZodForm(ReportForm, { target, reason: only as ReportForm['reason'], words: '' })
  const { errors, isSubmitting } = form.formState
  const forget = useFormDraft(form, { personId, name: `report ${target.kind} ${target.id}` })
  const submit = useSubmitOnce(
    submitTo(form, async (body) => {
      // A second attempt creates the same report.
      const { id } = await api.call('createReport', { body })
      forget()
      void queryClient.invalidateQueries({ queryKey: ['reports', personId] })
      const failure = await catchError(pictures.send(id))
      if (failure === undefined) {
        pictures.forget()
        onSent()
      } else form.setError('root', { message: unsentText(failure) })
    }),
  )
  return (
    <Form form={form} onSubmit={submit} className="grid gap-4 p-4">
      {!only && (
        <fieldset aria-describedby={`${name}-note`}>
          <legend className="mb-1 text-sm font-semibold">{group.text}</legend>
          {Object.entries(group.reasons).map(([reason, { text }]) => (
            <label key={reason} className="flex min-h-11 items-center gap-3 py-1">
              <input type="radio" value={reason} className="size-5 shrink-0" {...form.register('reason')} />
              {text}
            </label>
          ))}
          <FieldNote id={`${name}-note`} error={errors.reason?.message} />
        </fieldset>
      )}
      <CountedField
        label="What happened? (optional)"
        rows={3}
        length={form.watch('words').length}
        most={MODERATION_WORDS_MAX}
        {...fieldOf(form, 'words')}
      />
      <ReportPictures {...pictures} />
      <p className="text-sm text-muted">
        A moderator will look at it. Nobody else learns that you reported it.
      </p>
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onBack}>Back</Button>
        <Button type="submit" look="primary" aria-disabled={isSubmitting}>
          {isSubmitting ? 'Sending…' : 'Send report'}
        </Button>
      </div>
    </Form>
  )
}

/** Two steps, then a confirmation. */
export function ReportDialog({ onClose, ...reported }: Reported & { onClose: () => void }) {
  const { target, personId } = reported
  const groups = reasonGroupsFor(target.kind)
  const [group, setGroup] = useState<Group>()
  const [isSent, setSent] = useState(false)
  const pictures = useReportPictures(`${personId}.report ${target.kind} ${target.id}`)

  function close() {
    // The mark is set only now, because a reported item disappears together with its dialog.
    if (isSent && (target.kind === 'product' || target.kind === 'review'))
      addReported(personId, idMark(target.id))
    onClose()
  }

  return (
    <Dialog title={`Report this ${reported.what}`} hasBar isSheet onClose={close}>
      {isSent ? (
        <div className="grid gap-4 p-4">
          <Notice look="done">
            <p role="status">Thank you. We will look at it and tell you the outcome.</p>
          </Notice>
          <p className="text-sm text-muted">
            Until then, do not send any money.{' '}
            <Link to="/safety" className="link">
              Safety tips
            </Link>
          </p>
          <div className="flex flex-wrap justify-end gap-2">
            <Link to="/reports" className="button button-quiet">
              My reports
            </Link>
            <Button look="primary" onClick={(event) => dialogOf(event)?.close()}>
              Done
            </Button>
          </div>
        </div>
      ) : group ? (
        <Details
          {...reported}
          group={group}
          pictures={pictures}
          onBack={() => setGroup(undefined)}
          onSent={() => setSent(true)}
        />
      ) : (
        <Groups groups={groups} onChoose={setGroup} />
      )}
    </Dialog>
  )
}
