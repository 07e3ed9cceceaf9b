import { act, render, screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { sessionOf } from '#testing/accounts/signed-in.ts'
import { writeSession } from '#web/accounts/sessions/session-store.ts'
import { findHiddenReason, useHiddenReason, writeHidden } from './hidden-people.ts'

const lists = {
  personId: 'ama',
  readAt: 0,
  blocked: ['00f10'],
  reported: ['7f1a2'],
}

function Shown({ mark }: { mark: string }) {
  return <output>{useHiddenReason(mark) ?? 'shown'}</output>
}

beforeEach(() => writeSession(sessionOf('ama'), 'signed-in'))

it('hides blocked people and reported listings, and shows others', () => {
  writeHidden(lists)
  expect(findHiddenReason('00f10')).toBe('blocked')
  expect(findHiddenReason('00a3a')).toBeUndefined()
  expect(findHiddenReason('00a3a', '7f1a2')).toBe('reported')
})

it('a change of the list updates the page at once', () => {
  render(<Shown mark="00f10" />)
  const text = () => screen.getByRole('status').textContent
  expect(text()).toBe('shown')
  act(() => writeHidden(lists))
  expect(text()).toBe('blocked')
  act(() => writeHidden(undefined))
  expect(text()).toBe('shown')
})

it("another person's list hides nobody", () => {
  writeHidden({ ...lists, personId: 'kofi' })
  expect(findHiddenReason('00f10')).toBeUndefined()
})

it('an unreadable list hides nobody', () => {
  localStorage.setItem('sankofa.hidden', '{')
  expect(findHiddenReason('00f10')).toBeUndefined()
})
