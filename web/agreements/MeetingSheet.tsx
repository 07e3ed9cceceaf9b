import { type SubmitEvent, useMemo, useState } from 'react'
import type { MeetingForm } from '#contract/agreements/agreement.ts'
import { MEETING_PLACE_MAX, MEETING_PLACE_MIN } from '#contract/agreements/steps.ts'
import { Field } from '#web/platform/forms/Field.tsx'
import { SelectField } from '#web/platform/forms/SelectField.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { Dialog } from '#web/platform/ui/dialogs/Dialog.tsx'
import { type MeetingDay, publicPlaces } from './meeting-days.ts'

/** What was typed, which stays when the sheet closes. */
export interface MeetingDraft {
  /** A moment; empty before one is chosen. */
  at: string
  place: string
}

interface ChoiceProps {
  label: string
  choices: readonly string[]
  chosen: string
  onChoose: (choice: string) => void
}

const Choices = ({ label, choices, chosen, onChoose }: ChoiceProps) => (
  <div role="group" aria-label={label} className="flex flex-wrap gap-2">
    {choices.map((choice) => (
      <Button key={choice} look="chip" aria-pressed={choice === chosen} onClick={() => onChoose(choice)}>
        {choice}
      </Button>
    ))}
  </div>
)

interface WhenProps {
  days: readonly MeetingDay[]
  at: string
  error: string | undefined
  onChange: (at: string) => void
}

/** The day and the time. Another day keeps the time if it has it. */
function When({ days, at, error, onChange }: WhenProps) {
  const chosen = days.find(({ times }) => times.some(([each]) => each === at))
  const [label, setLabel] = useState(chosen?.label)
  const day = days.find((each) => each.label === label) ?? days[0]
  function chooseDay(next: string) {
    setLabel(next)
    const time = day?.times.find(([each]) => each === at)?.[1]
    const same = days.find((each) => each.label === next)?.times.find((each) => each[1] === time)
    onChange(same?.[0] ?? '')
  }
  return (
    <>
      <Choices
        label="Day"
        choices={days.map((each) => each.label)}
        chosen={day?.label ?? ''}
        onChoose={chooseDay}
      />
      <SelectField
        label="Time"
        name="at"
        prompt="Choose a time"
        options={day?.times ?? []}
        value={chosen === day ? at : ''}
        error={error}
        onChange={({ target }) => onChange(target.value)}
      />
    </>
  )
}

interface Problems {
  at?: string
  place?: string
}

const problemsOf = ({ at, place }: MeetingDraft): Problems => ({
  ...(at === '' && { at: 'Choose a time' }),
  ...(place.trim().length < MEETING_PLACE_MIN && { place: 'Enter a place' }),
})

interface MeetingSheetProps {
  days: readonly MeetingDay[]
  /** The product's town. */
  town: string | null | undefined
  draft: MeetingDraft
  onChange: (draft: MeetingDraft) => void
  onSuggest: (meeting: MeetingForm) => void
  onClose: () => void
}

/** When and where the two meet, in the site's time zone. */
export function MeetingSheet({ days, town, draft, onChange, onSuggest, onClose }: MeetingSheetProps) {
  const places = useMemo(() => publicPlaces(town), [town])
  const [isTried, setTried] = useState(false)
  // A time that has passed since it was chosen is no choice any more.
  const at = days.some(({ times }) => times.some(([each]) => each === draft.at)) ? draft.at : ''
  const problems = problemsOf({ ...draft, at })
  const shown = isTried ? problems : {}

  function suggest(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    setTried(true)
    if (problems.at) return form.querySelector('select')?.focus()
    if (problems.place) return form.querySelector('input')?.focus()
    onSuggest({ at, place: draft.place.trim() })
    return form.closest('dialog')?.close()
  }

  return (
    <Dialog title="Suggest a meeting" hasBar isSheet onClose={onClose}>
      <form method="post" noValidate className="grid gap-3 p-4" onSubmit={suggest}>
        <When days={days} at={at} error={shown.at} onChange={(next) => onChange({ ...draft, at: next })} />
        <Field
          label="Place"
          name="place"
          autoComplete="off"
          enterKeyHint="send"
          maxLength={MEETING_PLACE_MAX}
          value={draft.place}
          error={shown.place}
          hint="A public place with other people around."
          onChange={({ target }) => onChange({ ...draft, place: target.value })}
        />
        <Choices
          label="Public places"
          choices={places}
          chosen={draft.place}
          onChoose={(place) => onChange({ ...draft, place })}
        />
        <Button type="submit" look="primary">
          Suggest meeting
        </Button>
      </form>
    </Dialog>
  )
}
