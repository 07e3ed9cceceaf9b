import { fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { expect, it, vi } from 'vitest'
import type { ListingForm } from '#contract/selling/selling.ts'
import { Site } from '#testing/web/site.tsx'
import { TownField } from '#web/area/TownField.tsx'
import { Composer } from '#web/conversations/Composer.tsx'
import { createApiClient } from '#web/platform/api/client.ts'
import { PRODUCT_AMOUNTS } from '#contract/selling/amounts.ts'
import { AmountFilter } from '#web/search/AmountFilter.tsx'
import { AttributeRange } from '#web/search/AttributeRange.tsx'
import { SearchField } from '#web/search/bar/SearchField.tsx'
import { EMPTY_LISTING, type ListingValues } from '#web/selling/editor/blank-listing.ts'
import { BasicInfo } from '#web/selling/editor/fields/BasicInfo.tsx'

const KUMASI = {
  id: 1,
  name: 'Kumasi',
  otherNames: [],
  region: 'Ashanti',
  withinId: null,
  latitude: 6.7,
  longitude: -1.6,
}

function Listing({ act }: { act: () => void }) {
  const form = useForm<ListingValues, unknown, ListingForm>({ defaultValues: EMPTY_LISTING })
  return (
    <div onFocus={act}>
      <BasicInfo form={form} categories={[]} onNext={() => undefined} onTemplates={undefined} />
    </div>
  )
}

const FIELDS: [field: string, typed: string, draw: (act: () => void) => ReactNode][] = [
  [
    'Message',
    'Hello',
    (act) => (
      <Composer
        personId="kofi"
        conversationId="c1"
        replies={[]}
        onText={() => {
          act()
          return true
        }}
        onPhoto={act}
        onTyping={() => undefined}
      />
    ),
  ],
  [
    'Town or suburb',
    'Kum',
    (act) => (
      <TownField towns={[KUMASI]} text="Kum" error={undefined} onText={() => undefined} onTown={act} />
    ),
  ],
  [
    'Lowest year',
    '2014',
    (act) => <AttributeRange label="Year" name="year" formId="f" wanted="" onChange={act} />,
  ],
  ['Price from', '20', (act) => <AmountFilter amount={PRODUCT_AMOUNTS.price} filters={{}} onChange={act} />],
  ['Title', 'Bed', (act) => <Listing act={act} />],
]

/** Enter key events with which browsers end a composition. */
const ENDS = [{ isComposing: true }, { keyCode: 229 }]

function show(children: ReactNode) {
  // A computer's keyboard: on a touch screen Enter breaks the line of a message.
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: vi.fn(),
    removeEventListener: vi.fn(),
  }))
  const api = createApiClient({
    fetch: async () =>
      Response.json({
        searches: [{ text: 'kente', category: null, products: { count: 1, more: false } }],
        categories: [],
        titles: [],
      }),
  })
  render(<Site api={api}>{children}</Site>)
}

it.each(FIELDS)('Enter that ends a composition does nothing in %s', async (name, typed, draw) => {
  const act = vi.fn()
  show(draw(act))
  const field = screen.getByLabelText(name)
  await userEvent.type(field, typed)
  act.mockClear()
  for (const end of ENDS) fireEvent.keyDown(field, { key: 'Enter', ...end })
  expect(act).not.toHaveBeenCalled()
  fireEvent.keyDown(field, { key: 'Enter' })
  expect(act).toHaveBeenCalledTimes(1)
})

it('Enter that ends a composition chooses no suggestion', async () => {
  const choose = vi.fn()
  show(<SearchField defaultValue="" onChoose={choose} />)
  const field = screen.getByRole('combobox')
  await userEvent.type(field, 'ken')
  await screen.findByRole('option')
  fireEvent.keyDown(field, { key: 'ArrowDown' })
  for (const end of ENDS) fireEvent.keyDown(field, { key: 'Enter', ...end })
  expect(choose).not.toHaveBeenCalled()
  fireEvent.keyDown(field, { key: 'Enter' })
  expect(choose).toHaveBeenCalledTimes(1)
})

it('Enter that ends a composition adds no tag', async () => {
  show(<Listing act={() => undefined} />)
  const field = screen.getByLabelText('Tags')
  await userEvent.type(field, 'kente')
  for (const end of ENDS) fireEvent.keyDown(field, { key: 'Enter', ...end })
  expect(screen.queryByRole('button', { name: /kente/ })).toBeNull()
  fireEvent.keyDown(field, { key: 'Enter' })
  expect(await screen.findByRole('button', { name: /kente/ })).toBeTruthy()
})
