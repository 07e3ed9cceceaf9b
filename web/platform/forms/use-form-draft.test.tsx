import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { fill } from '#testing/market/fill.ts'
import { MemoryRouter } from '#testing/web/memory-router.tsx'
import { ApiError } from '#web/platform/api/client.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Field } from './Field.tsx'
import { Form } from './Form.tsx'
import { useFormDraft } from './use-form-draft.ts'
import { fieldOf, submitTo, useZodForm } from './use-zod-form.ts'

const Words = z.object({ title: z.string(), words: z.string() })

interface NoteProps {
  personId: string
  send: () => Promise<void>
}

function Note({ personId, send }: NoteProps) {
  const form = useZodForm(Words, { title: 'As it was', words: '' })
  const forget = useFormDraft(form, { personId, name: 'note' })
  const submit = submitTo(form, async () => {
    await send()
    forget()
  })
  return (
    <Form form={form} onSubmit={submit} className="">
      <Field label="Title" {...fieldOf(form, 'title')} />
      <Field label="Words" {...fieldOf(form, 'words')} />
      <Button type="submit">Send</Button>
    </Form>
  )
}

const loggedOut = () => Promise.reject(new ApiError(401, { code: 'authentication-required' }))

function open(personId: string, send: NoteProps['send'] = loggedOut) {
  cleanup()
  render(
    <MemoryRouter at="/notes?page=2">
      <Note personId={personId} send={send} />
    </MemoryRouter>,
  )
}

const words = () => screen.getByLabelText<HTMLInputElement>('Words').value
const send = () => userEvent.click(screen.getByRole('button', { name: 'Send' }))

it('restores typed text for its person only', () => {
  open('ama')
  fill(screen.getByLabelText('Words'), 'Not lost')
  open('kofi')
  expect(words()).toBe('')
  open('ama')
  expect(words()).toBe('Not lost')
  expect(screen.getByLabelText('Title')).toHaveProperty('value', 'As it was')
})

it('deletes sent text', async () => {
  open('ama', async () => undefined)
  fill(screen.getByLabelText('Words'), 'Sent')
  await send()
  open('ama')
  expect(words()).toBe('')
})

it('requests a login if nobody is signed in at sending, and stores the text again', async () => {
  open('ama')
  fill(screen.getByLabelText('Words'), 'Not lost')
  // The person clears the site's data.
  sessionStorage.clear()
  await send()
  expect((await screen.findByRole('alert')).textContent).toBe('Log in to send. What you typed stays here.')
  const link = screen.getByRole('link', { name: /^Log in/ })
  expect(link.getAttribute('href')).toBe('/auth/login?next=%2Fnotes%3Fpage%3D2')
  expect(words()).toBe('Not lost')
  open('ama')
  expect(words()).toBe('Not lost')
})
