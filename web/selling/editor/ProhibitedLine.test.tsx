import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ProhibitedNotice } from './ProhibitedLine.tsx'

const shown = () => screen.getByRole('status').textContent

it('says what may not be sold, why, and that a moderator looks first', () => {
  render(<ProhibitedNotice goods={{ kind: 'weapons', words: 'pistol with bullets', isCertain: true }} />)
  expect(shown()).toContain('Guns, ammunition and other weapons may not be sold here.')
  expect(shown()).toContain('They need a licence')
  expect(shown()).toContain('A moderator looks at this listing before others see it.')
})

it('says less of what is only doubtful', () => {
  render(<ProhibitedNotice goods={{ kind: 'other', words: 'army camo', isCertain: false }} />)
  expect(shown()).toContain('this may be something that may not be sold here.')
  expect(shown()).toContain('A moderator looks at such listings.')
})

it('is empty for other listings', () => {
  render(<ProhibitedNotice goods={undefined} />)
  expect(shown()).toBe('')
})
