import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { GUARD_LIST_WORDS_MAX, GUARD_WORD_MAX } from '#contract/limits.ts'
import type { ShownWordList, WordListTrial } from '#contract/moderation/guard/word-lists.ts'
import { paragraphs, REQUIRED } from '#contract/plain-text.ts'
import { STAFF_KEY } from '#web/moderation/staff/queries.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { Form } from '#web/platform/forms/Form.tsx'
import { useSubmitOnce } from '#web/platform/forms/use-submit-once.ts'
import { fieldOf, submitTo, useZodForm } from '#web/platform/forms/use-zod-form.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { showToast } from '#web/platform/ui/toasts/toast.ts'
import { LinesField } from './LinesField.tsx'
import { WordListOutcome } from './WordListOutcome.tsx'

/** Words are typed in one text, with spaces, commas or line ends between them. */
const WordListFields = z.object({
  words: paragraphs(GUARD_LIST_WORDS_MAX * (GUARD_WORD_MAX + 1), REQUIRED),
})

const splitWords = (text: string): string[] => [...new Set(text.split(/[\s,]+/).filter(Boolean))]

/** The form of a list. Words that somebody else saved replace those in it, unless they were edited here. */
function useWordListForm(stored: string) {
  const form = useZodForm(WordListFields, { words: stored })
  const { reset, formState } = form
  const { isDirty } = formState
  useEffect(() => {
    if (!isDirty) reset({ words: stored })
  }, [stored, isDirty, reset])
  return form
}
type FormOfList = ReturnType<typeof useWordListForm>

function WordsField({ form, name }: { form: FormOfList; name: string }) {
  const count = splitWords(form.watch('words')).length
  return (
    <LinesField
      label={`Words of ${name}`}
      hint={`Put spaces or new lines between words. ${count} of at most ${GUARD_LIST_WORDS_MAX} words.`}
      autoCapitalize="off"
      {...fieldOf(form, 'words')}
    />
  )
}

function useSave(form: FormOfList, name: string) {
  const api = useApi()
  const queryClient = useQueryClient()
  return useSubmitOnce(
    submitTo(form, async ({ words }) => {
      await api.call('updateWordList', { params: { name }, body: { words: splitWords(words) } })
      showToast(`The list ${name} was saved`)
      await queryClient.invalidateQueries({ queryKey: STAFF_KEY })
      form.reset({ words })
    }),
  )
}

/** A trial and the text that was tried, which may change afterwards. */
interface Tried {
  text: string
  trial: WordListTrial
}

function useTrial(form: FormOfList, name: string) {
  const api = useApi()
  const [tried, setTried] = useState<Tried>()
  const [isTrying, setTrying] = useState(false)
  const submit = submitTo(form, async ({ words }) => {
    const trial = await api.call('tryWordList', { params: { name }, body: { words: splitWords(words) } })
    setTried({ text: form.getValues('words'), trial })
  })
  async function tryIt() {
    if (isTrying) return
    setTrying(true)
    setTried(undefined)
    await submit()
    setTrying(false)
  }
  return { tried, isTrying, tryIt }
}

/** Form for the words of a list; they can be tried before they are saved. */
export function WordListForm({ list: { name, words } }: { list: ShownWordList }) {
  const form = useWordListForm(words.join(' '))
  const save = useSave(form, name)
  const { tried, isTrying, tryIt } = useTrial(form, name)
  const isSaving = form.formState.isSubmitting && !isTrying
  return (
    <Form form={form} onSubmit={save} className="mt-3 grid gap-3">
      <WordsField form={form} name={name} />
      <div className="flex flex-wrap gap-2">
        <Button aria-disabled={isTrying} onClick={() => void tryIt()}>
          {isTrying ? 'Trying…' : 'Try it first'}
        </Button>
        <Button type="submit" look="primary" aria-disabled={isSaving}>
          {isSaving ? 'Saving…' : 'Save'}
        </Button>
      </div>
      <div aria-live="polite">
        {tried && tried.text === form.watch('words') && <WordListOutcome trial={tried.trial} />}
      </div>
    </Form>
  )
}
