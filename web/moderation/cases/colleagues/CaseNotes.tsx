import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type CaseNote, CaseNoteForm } from '#contract/moderation/cases/colleagues.ts'
import { isolated } from '#contract/isolated.ts'
import { MODERATION_WORDS_MAX } from '#contract/limits.ts'
import { useSession } from '#web/accounts/sessions/session.ts'
import { Part } from '#web/moderation/cases/Part.tsx'
import { caseNotesQuery } from '#web/moderation/staff/queries.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { CountedField } from '#web/platform/forms/CountedField.tsx'
import { Form } from '#web/platform/forms/Form.tsx'
import { useFormDraft } from '#web/platform/forms/use-form-draft.ts'
import { useSubmitOnce } from '#web/platform/forms/use-submit-once.ts'
import { fieldOf, messageOf, submitTo, useZodForm } from '#web/platform/forms/use-zod-form.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { ConfirmDialog } from '#web/platform/ui/dialogs/ConfirmDialog.tsx'
import { RelativeTime } from '#web/platform/ui/time/RelativeTime.tsx'

interface NotesOfCase {
  caseId: string
  personId: string
}

function useRefreshNotes(caseId: string) {
  const { queryKey } = caseNotesQuery(useApi(), caseId)
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey })
}

/** The typed text stays if sending fails, and after a reload. A note that is sent again is stored once. */
function NoteForm({ caseId, personId }: NotesOfCase) {
  const api = useApi()
  const refresh = useRefreshNotes(caseId)
  const form = useZodForm(CaseNoteForm, { id: crypto.randomUUID(), text: '' }, 'onSubmit')
  const forget = useFormDraft(form, { personId, name: `note ${caseId}` })
  const { isSubmitting } = form.formState
  const submit = useSubmitOnce(
    submitTo(form, async (body) => {
      await api.call('addCaseNote', { params: { id: caseId }, body })
      forget()
      form.reset({ id: crypto.randomUUID(), text: '' })
      await refresh()
    }),
  )
  return (
    <Form form={form} onSubmit={submit} className="mt-3 grid gap-3">
      <CountedField
        label="Note for colleagues"
        rows={2}
        length={form.watch('text').length}
        most={MODERATION_WORDS_MAX}
        {...fieldOf(form, 'text')}
      />
      <Button type="submit" className="justify-self-start" aria-disabled={isSubmitting}>
        {isSubmitting ? 'Adding…' : 'Add note'}
      </Button>
    </Form>
  )
}

/** Deletes the note; what follows it moves up only then. */
function DeleteNote({ caseId, note }: { caseId: string; note: CaseNote }) {
  const api = useApi()
  const refresh = useRefreshNotes(caseId)
  const [isOpen, setOpen] = useState(false)
  async function confirm() {
    try {
      await api.call('deleteCaseNote', { params: { id: caseId, noteId: note.id } })
      await refresh()
      return undefined
    } catch (error) {
      return messageOf(error)
    }
  }
  return (
    <>
      <Button look="text" onClick={() => setOpen(true)}>
        Delete note
      </Button>
      {isOpen && (
        <ConfirmDialog
          title="Delete your note?"
          action="Delete"
          busy="Deleting…"
          isDanger
          onConfirm={confirm}
          onClose={() => setOpen(false)}
        >
          <p dir="auto" className="line-clamp-2 whitespace-pre-line wrap-anywhere">
            {note.text}
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}

function NoteItem({ note, caseId, personId }: NotesOfCase & { note: CaseNote }) {
  const { author, text, createdAt } = note
  return (
    <li className="py-2">
      <p dir="auto" className="whitespace-pre-line wrap-anywhere">
        {text}
      </p>
      <div className="flex flex-wrap items-center justify-between gap-x-4 text-sm text-muted">
        <p>
          {author ? isolated(author.name) : 'A former colleague'}
          {', '}
          <RelativeTime iso={createdAt} />
        </p>
        {author?.id === personId && <DeleteNote caseId={caseId} note={note} />}
      </div>
    </li>
  )
}

/** Notes of moderators to each other about a case. Those who may not decide only read. */
export function CaseNotes({ caseId, isBarred }: { caseId: string; isBarred: boolean }) {
  const personId = useSession()?.user.id ?? ''
  const { data, isError } = useQuery(caseNotesQuery(useApi(), caseId))
  const notes = data?.notes ?? []
  return (
    <Part title="Notes between moderators">
      {isError && !data && <p className="text-sm">Failed to load the notes</p>}
      {data && notes.length === 0 && (
        <p className="text-sm text-muted">None yet. Only moderators read them.</p>
      )}
      <ul className="divide-y divide-line">
        {notes.map((note) => (
          <NoteItem key={note.id} note={note} caseId={caseId} personId={personId} />
        ))}
      </ul>
      {!isBarred && <NoteForm caseId={caseId} personId={personId} />}
    </Part>
  )
}
