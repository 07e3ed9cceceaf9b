import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { RULE_NAMES } from '#contract/moderation/cases/decisions.ts'
import { preparedWords } from '#contract/moderation/cases/prepared-words.ts'
import { fill } from '#testing/market/fill.ts'
import { type Answers, NO_NETWORK, Refusal, showPage } from '#testing/web/signed-in-page.tsx'
import { ActionBar } from './ActionBar.tsx'
import { setKeysOn } from './action-keys.ts'
import type { Decidable } from './DecideDialog.tsx'
import { KeyHelp } from './KeyHelp.tsx'

const DECIDE = 'POST /api/moderation/decisions'
const PHONE: Decidable = {
  target: { kind: 'product', id: '01930000-0000-7000-8000-0000000000b1' },
  title: 'Samsung A54',
  subjectName: 'Ama Mensah',
  proposal: { action: 'remove', rule: 'no-money-first' },
}
const MONEY_FIRST =
  'In your listing "Samsung A54", you ask for money, a fee or a code before the buyer has seen the item. Please let buyers look first, and take the money when you meet.'

afterEach(() => {
  setKeysOn(true)
  sessionStorage.clear()
})

function show(answers: Answers = { [DECIDE]: { id: 'd1' } }, decidable = PHONE) {
  const Page = () => (
    <>
      <KeyHelp />
      <ActionBar hasKeys {...decidable} />
    </>
  )
  return showPage(Page, { answers, path: '/', at: '/' })
}

const dialogNamed = async (name: string) =>
  within(await screen.findByRole('dialog', { name: `${name}: Samsung A54`, hidden: true }))
type Shown = Awaited<ReturnType<typeof dialogNamed>>
const wordsIn = (dialog: Shown) => dialog.getByLabelText<HTMLTextAreaElement>(/^Message to the person/)

it('sends the proposed decision with its words in two keys', async () => {
  const { sent } = show()
  expect(screen.getByText('Proposed: Remove.').parentElement?.textContent).toMatch(/seen the item\.$/)
  await userEvent.keyboard('r')
  const dialog = await dialogNamed('Remove')
  expect(document.activeElement?.textContent).toMatch(/^Remove/)
  expect(wordsIn(dialog).value).toBe(MONEY_FIRST)
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(sent(DECIDE)).toHaveLength(1))
  expect(sent(DECIDE)[0]?.body).toMatchObject({
    action: 'remove',
    rule: 'no-money-first',
    words: MONEY_FIRST,
  })
})

it.each(['{Control>}{Enter}{/Control}', '{Meta>}{Enter}{/Meta}'])(
  'sends from a field by %s',
  async (keys) => {
    const { sent } = show()
    await userEvent.keyboard('w')
    const dialog = await dialogNamed('Warn')
    await userEvent.type(wordsIn(dialog), ' Thank you.')
    await userEvent.keyboard(keys)
    await waitFor(() => expect(sent(DECIDE)).toHaveLength(1))
    expect(sent(DECIDE)[0]?.body).toMatchObject({
      words: `${MONEY_FIRST} If it happens again, we may limit your account. Thank you.`,
    })
  },
)

it('approves in two keys without words', async () => {
  const { sent } = show()
  await userEvent.keyboard('a')
  await dialogNamed('Nothing is wrong')
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(sent(DECIDE)).toHaveLength(1))
  expect(sent(DECIDE)[0]?.body).toMatchObject({ action: 'approve', rule: null, words: '' })
})

it('needs a new press after a held Enter has opened the form', async () => {
  const { sent } = show()
  const user = userEvent.setup()
  screen.getByRole('button', { name: /^Remove/ }).focus()
  await user.keyboard('{Enter>8}')
  await dialogNamed('Remove')
  expect(document.activeElement?.textContent).toMatch(/^Remove/)
  await user.keyboard('{/Enter}')
  expect(sent(DECIDE)).toEqual([])
  await user.keyboard('{Enter}')
  await waitFor(() => expect(sent(DECIDE)).toHaveLength(1))
})

const UNDO = 'DELETE /api/moderation/decisions/d1'
const UNDOABLE = { id: 'd1', undoUntil: '2026-11-28T10:01:00Z' }

async function removeAndUndo(answers: Answers) {
  const caseId = '01930000-0000-7000-8000-0000000000a1'
  const { sent } = show({ [DECIDE]: UNDOABLE, ...answers }, { ...PHONE, caseId })
  await userEvent.keyboard('r')
  await dialogNamed('Remove')
  await userEvent.keyboard('{Enter}')
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(sent(UNDO)).toHaveLength(1))
  return sent(DECIDE)[0]?.body
}

it('offers to undo a decision on a case, and confirms it', async () => {
  expect(await removeAndUndo({ [UNDO]: {} })).toMatchObject({ isUndoable: true })
  expect(await screen.findByText('The decision about ‘Samsung A54’ was taken back')).toBeTruthy()
})

it('takes no decision back from the form of the next one', async () => {
  const { sent } = show({ [DECIDE]: UNDOABLE, [UNDO]: {} })
  await userEvent.keyboard('r')
  await dialogNamed('Remove')
  await userEvent.keyboard('{Enter}')
  await screen.findByRole('button', { name: 'Undo' })
  await userEvent.keyboard('w')
  await dialogNamed('Warn')
  expect(document.activeElement?.textContent).toMatch(/^Warn/)
  await userEvent.keyboard('z{Control>}z{/Control}')
  expect(sent(UNDO)).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Cancel', hidden: true }))
  await userEvent.keyboard('{Control>}z{/Control}')
  await waitFor(() => expect(sent(UNDO)).toHaveLength(1))
})

it('says why a decision cannot be taken back', async () => {
  await removeAndUndo({ [UNDO]: new Refusal('decision-final') })
  expect(await screen.findByText(/It is too late to take this back/)).toBeTruthy()
})

it('names a message without quotation marks', async () => {
  const message = { kind: 'message', id: PHONE.target.id } as const
  show({ [DECIDE]: UNDOABLE }, { ...PHONE, target: message, title: 'Message of Ama' })
  await userEvent.keyboard('r')
  await screen.findByRole('dialog', { name: 'Remove: Message of Ama', hidden: true })
  await userEvent.keyboard('{Enter}')
  expect(await screen.findByText('Message of Ama was removed')).toBeTruthy()
})

it.each([
  ['no-threats', /^In your profile or messages, you threaten somebody\./],
  ['privacy', /^In your profile or messages, we saw a face, a name, a number/],
] as const)('begins words to a person about %s with what they did', (rule, words) => {
  const person = { action: 'warn', kind: 'person', title: 'Ama', name: 'Ama' } as const
  expect(preparedWords({ ...person, rule })).toMatch(words)
})

it('separates the direction of a title from the words around it', () => {
  show(undefined, { ...PHONE, title: 'هاتف 5' })
  expect(screen.getByRole('group').getAttribute('aria-label')).toBe('Decide about \u2068هاتف 5\u2069')
})

it('begins with the first gap', async () => {
  show(undefined, { ...PHONE, proposal: null })
  await userEvent.keyboard('r')
  const dialog = await dialogNamed('Remove')
  expect(document.activeElement).toBe(dialog.getByLabelText('Rule'))
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel', hidden: true }))
  await userEvent.keyboard('s')
  const suspend = await dialogNamed('Suspend')
  expect(document.activeElement).toBe(suspend.getByLabelText('Rule'))
})

it('replaces the words with the rule until somebody changes them, and keeps changed words', async () => {
  const answers: Answers = { [DECIDE]: NO_NETWORK }
  const { sent } = show(answers)
  await userEvent.keyboard('r')
  const dialog = await dialogNamed('Remove')
  const rule = dialog.getByLabelText('Rule')
  await userEvent.selectOptions(rule, 'own-goods')
  await waitFor(() => expect(wordsIn(dialog).value).toContain('belongs to somebody else'))
  fill(wordsIn(dialog), 'My own words')
  await userEvent.selectOptions(rule, 'respect')
  expect(wordsIn(dialog).value).toBe('My own words')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(() => expect(sent(DECIDE)).toHaveLength(1))
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel', hidden: true }))
  await userEvent.keyboard('r')
  const again = await dialogNamed('Remove')
  expect(wordsIn(again).value).toBe('My own words')
  expect(again.getByLabelText('Rule')).toHaveProperty('value', 'respect')
})

it('has no keys of one letter once they are switched off', async () => {
  show()
  await userEvent.click(screen.getByRole('button', { name: 'Switch keys off' }))
  await userEvent.keyboard('r')
  expect(screen.queryByRole('dialog', { hidden: true })).toBeNull()
  expect(screen.getByRole('button', { name: 'Remove' }).getAttribute('aria-keyshortcuts')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Switch keys on' }))
  await userEvent.keyboard('?')
  expect(screen.getByText(/r Remove.*Ctrl\+Enter sends a decision$/)).toBeTruthy()
})

it.each(RULE_NAMES)('fills every blank in the words of %s, and no blank of a title', (rule) => {
  const common = { action: 'remove', rule, name: 'Ama' } as const
  expect(preparedWords({ ...common, kind: 'product', title: 'Lamp' })).not.toMatch(/[{}]/)
  const filled = preparedWords({ ...common, kind: 'product', title: '{name} $& lamp' })
  expect(filled).toMatch(/"\{name\} \$& lamp"|as "Ama"\./)
  expect(preparedWords({ ...common, kind: 'message', title: 'A private message' })).not.toContain('private')
})
