import { useEffect } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { tabStorage } from '#web/platform/offline/browser-storage.ts'

const STORAGE_KEY = 'sankofa.register'

/** Fields that are stored while the person reads something else in this tab; never a password. */
const DRAFT_FIELDS = ['name', 'email'] as const
type Draft = Record<(typeof DRAFT_FIELDS)[number], string>

/** Storage key of the address that a confirmation link was sent to. */
export const SENT_TO = 'sankofa.sent-to'

export const forgetRegisterDraft = () => tabStorage.remove(STORAGE_KEY)

/** Fills in the stored fields, and stores further changes. */
export function useRegisterDraft<Values extends Draft, Output>(
  form: UseFormReturn<Values, unknown, Output>,
): void {
  useEffect(() => {
    const draft = tabStorage.read<Partial<Record<string, unknown>>>(STORAGE_KEY) ?? {}
    const { getValues, setValue } = form as unknown as UseFormReturn<Draft>
    for (const field of DRAFT_FIELDS) {
      const text = draft[field]
      if (typeof text === 'string' && getValues(field) === '') setValue(field, text)
    }
    return form.subscribe({
      formState: { values: true },
      callback: ({ values: { name, email } }) =>
        void tabStorage.set(STORAGE_KEY, JSON.stringify({ name, email } satisfies Draft)),
    })
  }, [form])
}
