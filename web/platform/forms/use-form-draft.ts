import { useCallback, useEffect } from 'react'
import type { FieldPath, FieldValues, PathValue, UseFormReturn } from 'react-hook-form'
import { LOGGED_OUT } from './logged-out.ts'
import { tabStorage } from '#web/platform/offline/browser-storage.ts'

const PREFIX = 'sankofa.typed.'

interface DraftName {
  /** The person who typed the text; nobody else sees it. Empty for people who are signed out. */
  personId: string
  /** Name of the form. */
  name: string
}

function saveDraft(key: string, values: object, dirtyFields: object): void {
  const typed = Object.entries(values).filter(([field]) => field in dirtyFields)
  if (typed.length === 0) tabStorage.remove(key)
  else tabStorage.set(key, JSON.stringify(Object.fromEntries(typed)))
}

/** Deletes one field of a stored text, because its value has been saved elsewhere. */
export function forgetTypedField({ personId, name }: DraftName, field: string): void {
  const key = `${PREFIX}${personId}.${name}`
  const { [field]: _, ...others } = tabStorage.read<Record<string, unknown>>(key) ?? {}
  saveDraft(key, others, others)
}

/**
 * Stores the text of a form in this tab until it is sent, so that it survives a log-in, a reload or a closed
 * sheet. Returns a function that deletes it.
 */
export function useFormDraft<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  { personId, name }: DraftName,
): () => void {
  const key = `${PREFIX}${personId}.${name}`
  const { subscribe, getValues, setValue } = form
  const { dirtyFields, errors } = form.formState
  const isLoggedOut = errors.root?.type === LOGGED_OUT
  useEffect(() => {
    for (const [field, value] of Object.entries(tabStorage.read<Record<string, unknown>>(key) ?? {})) {
      const path = field as FieldPath<Values>
      if (getValues(path) !== undefined)
        setValue(path, value as PathValue<Values, typeof path>, { shouldDirty: true })
    }
    return subscribe({
      formState: { values: true, dirtyFields: true },
      callback: ({ name: changed, values, dirtyFields: dirty = {} }) => {
        if (changed !== undefined) saveDraft(key, values, dirty)
      },
    })
  }, [key, subscribe, getValues, setValue])
  // The stored text may have been deleted when the session ended.
  useEffect(() => {
    if (isLoggedOut) saveDraft(key, getValues(), dirtyFields)
  }, [isLoggedOut, key, getValues, dirtyFields])
  return useCallback(() => tabStorage.remove(key), [key])
}
