import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import { fill } from '#testing/market/fill.ts'
import { type Answers, showPage } from '#testing/web/signed-in-page.tsx'
import { OutsideReportForm } from './OutsideReportForm.tsx'

const CREATE = 'POST /api/reports/outside'
const ADDRESS = 'https://market.example/products/01930000-0000-7000-8000-0000000000b1'
const OTHER = 'https://market.example/products/01930000-0000-7000-8000-0000000000b2'

afterEach(() => sessionStorage.clear())

function open({ address = ADDRESS, answers = {} }: { address?: string; answers?: Answers } = {}) {
  cleanup()
  return showPage(() => <OutsideReportForm address={address} />, { answers, path: '/', at: '/' })
}

const field = (name: RegExp) => screen.getByLabelText<HTMLInputElement>(name)
const [ROLE, REASON, WORDS, NAME, EMAIL, TRUTH] = [
  /^A parent/,
  /^What is wrong/,
  /^What happened/,
  /^Your name/,
  /^Your e-mail/,
  /^What I wrote/,
]

async function fillAll() {
  await userEvent.click(field(ROLE))
  const [, reason = ''] = Array.from(field(REASON).querySelectorAll('option'), ({ value }) => value)
  await userEvent.selectOptions(field(REASON), reason)
  fill(field(WORDS), 'The seller wanted money first.')
  fill(field(NAME), 'Adwoa')
  fill(field(EMAIL), 'adwoa@example.com')
  await userEvent.click(field(TRUTH))
}

const send = () => userEvent.click(screen.getByRole('button', { name: 'Send report' }))

describe('the report form for people without an account', () => {
  it('restores everything after a reload', async () => {
    open()
    await fillAll()
    const reason = field(REASON).value
    open()
    expect(field(ROLE).checked).toBe(true)
    expect(field(REASON).value).toBe(reason)
    expect(field(WORDS).value).toBe('The seller wanted money first.')
    expect(field(NAME).value).toBe('Adwoa')
    expect(field(EMAIL).value).toBe('adwoa@example.com')
    expect(field(TRUTH).checked).toBe(true)
  })

  it('does not show the draft about another page', () => {
    open()
    fill(field(WORDS), 'The seller wanted money first.')
    open({ address: OTHER })
    expect(field(WORDS).value).toBe('')
  })

  it('forgets the draft once sent, and focuses the confirmation', async () => {
    const { sent } = open({ answers: { [CREATE]: {} } })
    await fillAll()
    await send()
    await screen.findByText('We have your report')
    expect(document.activeElement?.textContent).toMatch(/^We have your report/)
    expect(sent(CREATE)).toMatchObject([{ body: { role: 'parent', email: 'adwoa@example.com' } }])
    open()
    expect(field(WORDS).value).toBe('')
  })

  it('describes fields by their error only while there is one', async () => {
    open()
    const described = () => [screen.getByRole('radiogroup', { name: 'Who are you?' }), field(TRUTH)]
    for (const element of described()) expect(element.hasAttribute('aria-describedby')).toBe(false)
    await send()
    await screen.findByText('Please choose who you are')
    for (const element of described()) {
      expect(document.getElementById(element.getAttribute('aria-describedby') ?? '')).not.toBeNull()
      expect(element.getAttribute('aria-invalid')).toBe('true')
    }
  })
})
