import { type KeyboardEvent, useRef, useState } from 'react'
import { type Control, type FieldError, useController } from 'react-hook-form'
import { TAGS_MAX } from '#contract/limits.ts'
import type { ListingForm } from '#contract/selling/selling.ts'
import { afterPress } from '#web/platform/forms/after-press.ts'
import { FieldNote, useFieldIds } from '#web/platform/forms/Field.tsx'
import { CloseIcon } from '#web/platform/ui/icons.tsx'
import type { ListingValues } from '#web/selling/editor/blank-listing.ts'
import { withTags } from './tags.ts'
import { isComposing } from '#web/platform/browser/is-composing.ts'

interface TagListProps {
  tags: readonly string[]
  onRemove: (tag: string) => void
}

function TagList({ tags, onRemove }: TagListProps) {
  if (tags.length === 0) return null
  return (
    <ul aria-label="Chosen tags" className="mt-1 mb-2 flex flex-wrap gap-2">
      {tags.map((tag) => (
        <li key={tag} className="inline-flex items-center rounded-full bg-accent-soft pl-3 text-sm">
          {tag}
          <button
            type="button"
            aria-label={`Remove tag ${tag}`}
            className="inline-flex size-11 items-center justify-center rounded-full"
            onClick={() => onRemove(tag)}
          >
            <CloseIcon />
          </button>
        </li>
      ))}
    </ul>
  )
}

/** The error of the whole list, or of the first wrong tag. */
const tagsErrorMessage = (error: FieldError | undefined): string | undefined =>
  Array.isArray(error) ? (error as (FieldError | undefined)[]).find(Boolean)?.message : error?.message

/** Words for which buyers search: each becomes a chip at Enter, at a comma or when people leave the field. */
export function TagsField({ control }: { control: Control<ListingValues, unknown, ListingForm> }) {
  const { field, fieldState } = useController({ control, name: 'tags' })
  const [typed, setTyped] = useState('')
  const [wrong, setWrong] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  const tags = field.value
  const isFull = tags.length >= TAGS_MAX
  const problem = wrong ?? tagsErrorMessage(fieldState.error)
  const hint = isFull
    ? `Maximum ${TAGS_MAX} tags. Remove one to add another.`
    : `Up to ${TAGS_MAX} words that buyers search for. Press Enter or type a comma after each.`
  const { noteId, control: ids } = useFieldIds({ error: problem, hint })

  function add(text: string) {
    const added = withTags(tags, text)
    field.onChange(added.tags)
    setTyped(added.left)
    setWrong(added.problem)
  }

  function onType(text: string) {
    if (text.includes(',')) return add(text)
    setTyped(text)
    return setWrong(undefined)
  }

  function remove(tag: string) {
    field.onChange(tags.filter((other) => other !== tag))
    setWrong(undefined)
    input.current?.focus()
  }

  function onKeyDown(event: KeyboardEvent) {
    if (isComposing(event)) return
    if (event.key === 'Enter') {
      event.preventDefault()
      if (typed.trim()) add(typed)
    }
    const last = tags.at(-1)
    if (event.key === 'Backspace' && typed === '' && last !== undefined) remove(last)
  }

  return (
    <div>
      <label htmlFor={ids.id} className="text-sm font-semibold">
        Tags
      </label>
      <TagList tags={tags} onRemove={remove} />
      <input
        dir="auto"
        {...ids}
        ref={(element) => {
          input.current = element
          field.ref(element)
        }}
        value={typed}
        readOnly={isFull}
        autoComplete="off"
        autoCapitalize="none"
        enterKeyHint="done"
        placeholder={isFull ? undefined : 'dual sim'}
        className="field mt-1"
        onChange={({ target: { value } }) => onType(value)}
        onKeyDown={onKeyDown}
        onBlur={() => {
          if (typed.trim()) afterPress(() => add(typed))
          field.onBlur()
        }}
      />
      <FieldNote id={noteId} error={problem} hint={hint} />
    </div>
  )
}
