import '#web/platform/styles/switch.css'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import type { Preferences as Choices, PreferencesChange } from '#contract/accounts/account-settings.ts'
import { changedPreferences } from '#contract/notifications/changed-preferences.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { showFailure } from '#web/platform/forms/use-zod-form.ts'
import { showToast } from '#web/platform/ui/toasts/toast.ts'
import { NotificationTable } from './NotificationTable.tsx'
import { accountQuery, preferencesQuery } from './queries.ts'
import { Loaded, SettingsSection } from './SettingsSection.tsx'

const PREFERENCES = {
  email: ['E-mail notifications', 'One e-mail with what you have not read after ten minutes.'],
  push: ['Push notifications', 'At once, on the devices where you turn them on.'],
  presence: ['Show when I am online', 'People you chat with see if you are online, or when you last were.'],
} as const

interface PreferenceProps {
  title: string
  text: string
  isOn: boolean
  onChange: (isOn: boolean) => void
}

function Preference({ title, text, isOn, onChange }: PreferenceProps) {
  const id = useId()
  return (
    <div className="setting-row flex items-center justify-between gap-4">
      <div>
        <label htmlFor={id} className="font-semibold">
          {title}
        </label>
        <p id={`${id}-text`} className="text-sm text-muted">
          {text}
        </p>
      </div>
      <input
        id={id}
        type="checkbox"
        className="switch"
        aria-describedby={`${id}-text`}
        checked={isOn}
        onChange={(event) => onChange(event.target.checked)}
      />
    </div>
  )
}

/** Shows a choice at once and undoes it if it cannot be saved. Only the person's changes are sent. */
function useChoices(personId: string, saved: Choices) {
  const api = useApi()
  const queryClient = useQueryClient()
  const [changes, setChanges] = useState<readonly PreferencesChange[]>([])
  const saving = useMutation({
    // Changes are sent one after the other, so that the last choice wins.
    scope: { id: 'preferences' },
    // Without a network it fails at once instead of some time later.
    networkMode: 'always',
    mutationFn: (body: PreferencesChange) => api.call('updatePreferences', { body }),
    onSuccess(reply) {
      queryClient.setQueryData(preferencesQuery(api, personId).queryKey, reply)
      showToast('Preferences saved')
    },
    onError: (error) => showFailure('Failed to save your preferences', error),
    onSettled: (_reply, _error, change) => setChanges((known) => known.filter((other) => other !== change)),
  })
  const choose = (change: PreferencesChange) => {
    setChanges((known) => [...known, change])
    saving.mutate(change)
  }
  return { choices: changes.reduce(changedPreferences, saved), choose }
}

interface PreferencesProps {
  personId: string
  saved: Choices
  device: ReactNode
}

function Preferences({ personId, saved, device }: PreferencesProps) {
  const { choices, choose } = useChoices(personId, saved)
  const account = useQuery(accountQuery(useApi(), personId))
  const hasEmail = account.data && account.data.email !== null
  const preference = (name: keyof typeof PREFERENCES) => (
    <Preference
      title={PREFERENCES[name][0]}
      text={PREFERENCES[name][1]}
      isOn={choices[name]}
      onChange={(isOn) => choose({ [name]: isOn })}
    />
  )
  return (
    <>
      {preference('email')}
      {hasEmail === false && (
        <p className="text-sm text-muted">
          Your account has no e-mail address yet. Add one under Account to get e-mails.
        </p>
      )}
      {preference('push')}
      {device}
      <NotificationTable choices={choices} onChange={choose} />
      {preference('presence')}
    </>
  )
}

export function PreferencesSection({ personId, device }: Omit<PreferencesProps, 'saved'>) {
  const query = useQuery(preferencesQuery(useApi(), personId))
  return (
    <SettingsSection title="Notification preferences">
      <Loaded query={query} failure="Failed to load your preferences" outline="h-[44rem]">
        {(preferences) => <Preferences personId={personId} saved={preferences} device={device} />}
      </Loaded>
    </SettingsSection>
  )
}
