import { useQuery, useQueryClient } from '@tanstack/react-query'
import { isolated } from '#contract/isolated.ts'
import { RefusedWord } from '#contract/moderation/administration/administration.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { Field } from '#web/platform/forms/Field.tsx'
import { Form } from '#web/platform/forms/Form.tsx'
import { useSubmitOnce } from '#web/platform/forms/use-submit-once.ts'
import { fieldOf, showFailure, submitTo, useZodForm } from '#web/platform/forms/use-zod-form.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { showToast } from '#web/platform/ui/toasts/toast.ts'
import { loadedData } from '#web/platform/ui/loaded-data.tsx'
import { refusedWordsQuery } from './queries.ts'

function WordForm() {
  const api = useApi()
  const queryClient = useQueryClient()
  const form = useZodForm(RefusedWord, { word: '' })
  const submit = useSubmitOnce(
    submitTo(form, async (body) => {
      await api.call('refuseWord', { body })
      showToast(`‘${isolated(body.word)}’ is now refused in names`)
      form.reset()
      await queryClient.invalidateQueries({ queryKey: refusedWordsQuery(api).queryKey })
    }),
  )
  return (
    <Form form={form} onSubmit={submit} className="card mb-4 grid gap-3 p-4">
      <Field label="Word" autoComplete="off" {...fieldOf(form, 'word')} />
      <p className="text-sm text-muted">
        Nobody can choose a name with this word, also in look-alike letters. Existing names stay.
      </p>
      <Button
        type="submit"
        look="primary"
        className="justify-self-start"
        aria-disabled={form.formState.isSubmitting}
      >
        Refuse word
      </Button>
    </Form>
  )
}

function WordRow({ word }: { word: string }) {
  const api = useApi()
  const queryClient = useQueryClient()
  async function allow() {
    try {
      await api.call('allowWord', { body: { word } })
      showToast(`‘${isolated(word)}’ is allowed again`)
    } catch (error) {
      showFailure('Failed to allow the word', error)
    }
    await queryClient.invalidateQueries({ queryKey: refusedWordsQuery(api).queryKey })
  }
  return (
    <li className="flex items-center gap-2 px-4 py-2">
      <span dir="auto" className="min-w-0 grow">
        {word}
      </span>
      <Button look="text" aria-label={`Allow ${isolated(word)}`} onClick={() => void allow()}>
        Allow
      </Button>
    </li>
  )
}

/** Words that new names must not contain. */
export function RefusedWords() {
  const [data, instead] = loadedData(useQuery(refusedWordsQuery(useApi())), 'Failed to load the words')
  if (!data) return instead
  return (
    <div className="max-w-xl">
      <WordForm />
      {data.length === 0 && <EmptyState drawing="drum" title="No refused words yet" />}
      <ul aria-label="Refused words" className="card divide-y divide-line" hidden={data.length === 0}>
        {data.map((word) => (
          <WordRow key={word} word={word} />
        ))}
      </ul>
    </div>
  )
}
