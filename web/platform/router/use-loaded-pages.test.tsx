import { useInfiniteQuery } from '@tanstack/react-query'
import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { NO_NETWORK, showPage, type Answers } from '#testing/web/signed-in-page.tsx'
import { useApi } from '#web/platform/api/api-context.ts'
import { sellerProductsQuery } from '#web/sellers/queries.ts'
import { useLoadedPages } from './use-loaded-pages.ts'

const page = (number: number) => ({ items: [], nextCursor: number < 4 ? String(number + 1) : null })
const addressOf = (number: number) => `GET /api/sellers/ama/products${number > 1 ? `?cursor=${number}` : ''}`

let answers: Answers

beforeEach(() => {
  answers = Object.fromEntries([1, 2, 3, 4].map((number) => [addressOf(number), page(number)]))
})

function List() {
  const { data, fetchNextPage } = useLoadedPages(useInfiniteQuery(sellerProductsQuery(useApi(), 'ama')))
  return (
    <button type="button" onClick={() => void fetchNextPage()}>
      {`${data?.pages.length ?? 0} pages`}
    </button>
  )
}

/** Simulates a reload. */
function open(at = '/sellers/ama') {
  cleanup()
  return showPage(List, { answers, path: '/sellers/:id', at })
}

const shown = (text: string) => screen.findByRole('button', { name: text })

async function readThree() {
  open()
  await userEvent.click(await shown('1 pages'))
  await userEvent.click(await shown('2 pages'))
  await shown('3 pages')
}

it('loads as many pages after a reload as before', async () => {
  await readThree()
  const { calls } = open()
  expect(await shown('3 pages')).toBeTruthy()
  expect(calls.map(({ call }) => call)).toEqual([1, 2, 3].map(addressOf))
})

it('starts another address at its first page', async () => {
  await readThree()
  open('/sellers/ama?from=share')
  expect(await shown('1 pages')).toBeTruthy()
})

it('stops at a page that fails to load', async () => {
  await readThree()
  answers[addressOf(2)] = NO_NETWORK
  const { sent } = open()
  await expect.poll(() => sent(addressOf(2)).length).toBe(1)
  expect(await shown('1 pages')).toBeTruthy()
})
