import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { NotificationPreferences } from '#contract/account-settings.ts'
import { useApi } from '#web/api/api-context.ts'
import { messageOf } from '#web/forms/use-zod-form.ts'
import { showToast } from '#web/ui/toast.ts'
import { preferencesQuery } from './queries.ts'
import { Loaded, SettingsSection } from './SettingsSection.tsx'

const WAYS = [
  ['email', 'E-mail notifications', 'Messages and news of your listings by mail.'],
  ['push', 'Push notifications', 'Messages at once, on devices where you allow them.'],
] as const

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

/** A choice shows at once, and is taken back when it could not be saved. */
function useChoices(personId: string, saved: NotificationPreferences) {
  const api = useApi()
  const queryClient = useQueryClient()
  const [choices, setChoices] = useState(saved)
  const saving = useMutation({
    // One after the other, so that the last choice is the one that stays.
    scope: { id: 'preferences' },
    mutationFn: (body: NotificationPreferences) => api.call('savePreferences', { body }),
    onSuccess(kept) {
      queryClient.setQueryData(preferencesQuery(api, personId).queryKey, kept)
      showToast('Preferences saved')
    },
    onError(error) {
      showToast('Failed to save your preferences', messageOf(error))
      setChoices(queryClient.getQueryData(preferencesQuery(api, personId).queryKey) ?? saved)
    },
  })
  const choose = (next: NotificationPreferences) => {
    setChoices(next)
    saving.mutate(next)
  }
  return { choices, choose }
}

function Preferences({ personId, saved }: { personId: string; saved: NotificationPreferences }) {
  const { choices, choose } = useChoices(personId, saved)
  return WAYS.map(([way, title, text]) => (
    <Preference
      key={way}
      title={title}
      text={text}
      isOn={choices[way]}
      onChange={(isOn) => choose({ ...choices, [way]: isOn })}
    />
  ))
}

export function PreferencesSection({ personId }: { personId: string }) {
  const query = useQuery(preferencesQuery(useApi(), personId))
  return (
    <SettingsSection title="Notification preferences">
      <Loaded query={query} failure="Failed to load your preferences" outline="h-28">
        {(preferences) => <Preferences personId={personId} saved={preferences} />}
      </Loaded>
    </SettingsSection>
  )
}
