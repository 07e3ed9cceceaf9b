import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fill } from '#testing/market/fill.ts'
import { type Answers, showPage } from '#testing/web/signed-in-page.tsx'
import { ReportDialog } from './ReportDialog.tsx'

const TARGET = { kind: 'product', id: '01930000-0000-7000-8000-0000000000b1' } as const
const CREATE = 'POST /api/reports'

beforeEach(() => {
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:picture')
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue()
})
afterEach(() => {
  vi.restoreAllMocks()
  sessionStorage.clear()
})

const press = (name: string) => userEvent.click(screen.getByRole('button', { name, hidden: true }))

async function openDetails(answers: Answers = {}) {
  showPage(() => <ReportDialog target={TARGET} what="listing" personId="kofi" onClose={() => undefined} />, {
    answers,
    path: '/',
    at: '/',
  })
  await press('It is not allowed here')
}

const addPictures = (count: number) =>
  userEvent.upload(
    screen.getByLabelText('Picture files'),
    Array.from(
      { length: count },
      (_, index) => new File([`${index}`], `${index}.jpg`, { type: 'image/jpeg' }),
    ),
  )

it.each([
  [1, 'Pictures are not saved until you send the report. Please add your picture again.'],
  [2, 'Pictures are not saved until you send the report. Please add your 2 pictures again.'],
])('says after a reload that %d chosen pictures are lost, and keeps the words', async (count, text) => {
  await openDetails()
  fill(screen.getByLabelText(/^What happened/), 'She wanted money first')
  await addPictures(count)
  expect(screen.queryByText(/not saved/)).toBeNull()
  cleanup()

  await openDetails()
  expect(screen.getByLabelText<HTMLTextAreaElement>(/^What happened/).value).toBe('She wanted money first')
  expect(screen.getByText(text)).toBeTruthy()
  await addPictures(1)
  expect(screen.queryByText(/not saved/)).toBeNull()
})

it('keeps pictures while another reason is chosen', async () => {
  await openDetails()
  await addPictures(2)
  await press('Back')
  await press('It is not allowed here')
  expect(screen.getAllByRole('img', { hidden: true })).toHaveLength(2)
})

it('ignores removed pictures after a reload', async () => {
  await openDetails()
  await addPictures(1)
  await press('Remove picture 1')
  cleanup()
  await openDetails()
  expect(screen.queryByText(/not saved/)).toBeNull()
})

it('ignores the pictures of a sent report after a reload', async () => {
  await openDetails({ [CREATE]: { id: 'r1' } })
  await userEvent.click(screen.getAllByRole('radio', { hidden: true })[0] as HTMLElement)
  sessionStorage.setItem(`sankofa.typed.kofi.report product ${TARGET.id}.pictures`, '2')
  await press('Send report')
  expect(await screen.findByText(/^Thank you/)).toBeTruthy()
  cleanup()
  await openDetails()
  expect(screen.queryByText(/not saved/)).toBeNull()
})
