import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { NOTICE_TEXT_MAX } from '#contract/limits.ts'
import { noticeForm } from '#contract/moderation/administration/notice-form.ts'
import { NOTICE_KINDS, type SiteNotice } from '#contract/moderation/administration/site-notice.ts'
import { usePublicConfig } from '#web/platform/config/public-config.ts'
import { useSiteClock } from '#web/platform/config/site-clock.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { CountedField } from '#web/platform/forms/CountedField.tsx'
import { Form } from '#web/platform/forms/Form.tsx'
import { SelectField } from '#web/platform/forms/SelectField.tsx'
import { useSubmitOnce } from '#web/platform/forms/use-submit-once.ts'
import { fieldOf, showFailure, submitTo, useZodForm } from '#web/platform/forms/use-zod-form.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { useNow } from '#web/platform/ui/time/clock.ts'
import { formatDate } from '#web/platform/ui/time/dates.ts'
import { timeOfDay } from '#web/platform/ui/time/days.ts'
import { showToast } from '#web/platform/ui/toasts/toast.ts'
import { loadedData } from '#web/platform/ui/loaded-data.tsx'
import { noticeQuery } from './queries.ts'

const HOUR_MS = 3_600_000
const LENGTHS = {
  1: '1 hour',
  4: '4 hours',
  12: '12 hours',
  24: '1 day',
  72: '3 days',
  168: '7 days',
  720: '30 days',
}

/** Converts hours to a time; text that is not a number stays and is refused. */
const endAfter = (hours: string, now: number) =>
  /^\d+$/.test(hours) ? new Date(now + Number(hours) * HOUR_MS).toISOString() : hours

function CurrentNotice({ notice }: { notice: SiteNotice }) {
  const api = useApi()
  const queryClient = useQueryClient()
  const { timeZone, locale } = usePublicConfig()
  const now = useNow()
  async function remove() {
    try {
      await api.call('removeNotice', {})
      showToast('The notice was removed')
    } catch (error) {
      showFailure('Failed to remove the notice', error)
    }
    await queryClient.invalidateQueries({ queryKey: noticeQuery(api).queryKey })
  }
  return (
    <section aria-label="Current notice" className="card mb-4 p-4">
      <p dir="auto">{notice.text}</p>
      <p className="mb-2 text-sm text-muted">
        {`${NOTICE_KINDS[notice.kind]} · until ${formatDate(notice.endsAt, now, timeZone)}, ${timeOfDay(notice.endsAt, locale, timeZone)}`}
      </p>
      <Button look="danger" onClick={() => void remove()}>
        Remove
      </Button>
    </section>
  )
}

function useNoticeForm() {
  const clock = useSiteClock()
  const [schema] = useState(() => noticeForm(clock.now))
  return useZodForm(schema, { text: '', kind: 'info', endsAt: '' })
}

function LengthField({ form }: { form: ReturnType<typeof useNoticeForm> }) {
  const clock = useSiteClock()
  return (
    <SelectField
      label="Ends after"
      prompt="Choose how long"
      options={Object.entries(LENGTHS)}
      error={form.formState.errors.endsAt?.message}
      {...form.register('endsAt', { setValueAs: (hours: string) => endAfter(hours, clock.now()) })}
    />
  )
}

function NoticeFields({ replacesOne }: { replacesOne: boolean }) {
  const api = useApi()
  const queryClient = useQueryClient()
  const form = useNoticeForm()
  const { isSubmitting } = form.formState
  const submit = useSubmitOnce(
    submitTo(form, async (body) => {
      await api.call('setNotice', { body })
      showToast('Every page shows the notice')
      form.reset()
      await queryClient.invalidateQueries({ queryKey: noticeQuery(api).queryKey })
    }),
  )
  return (
    <Form form={form} onSubmit={submit} className="card grid gap-4 p-4">
      <CountedField
        label="Text"
        rows={2}
        length={form.watch('text').length}
        most={NOTICE_TEXT_MAX}
        {...fieldOf(form, 'text')}
      />
      <label className="text-sm font-semibold">
        Kind
        <select className="field mt-1 font-normal" {...form.register('kind')}>
          {Object.entries(NOTICE_KINDS).map(([kind, text]) => (
            <option key={kind} value={kind}>
              {text}
            </option>
          ))}
        </select>
      </label>
      <LengthField form={form} />
      <Button type="submit" look="primary" className="justify-self-start" aria-disabled={isSubmitting}>
        {isSubmitting ? 'Saving…' : replacesOne ? 'Replace notice' : 'Show on every page'}
      </Button>
    </Form>
  )
}

/** Editor of the one short text above every page, which has an end. */
export function NoticeEditor() {
  const [data, instead] = loadedData(useQuery(noticeQuery(useApi())), 'Failed to load the notice')
  if (data === undefined) return instead
  return (
    <div className="max-w-xl">
      {data && <CurrentNotice notice={data} />}
      <NoticeFields replacesOne={data !== null} />
    </div>
  )
}
