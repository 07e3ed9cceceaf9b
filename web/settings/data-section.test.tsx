import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { DataSection } from './DataSection.tsx'

function store(used: number, saved: number) {
  const month = new Date().toISOString().slice(0, 7)
  localStorage.setItem('sankofa.data-use', JSON.stringify({ month, used, saved }))
}

const meter = () => screen.queryByText(/^This month/)?.textContent

beforeEach(() => localStorage.clear())

describe('the data meter', () => {
  it.each([
    ['nothing before anything was loaded', 0, 0, undefined],
    ['nothing for a few megabytes', 4_800_000, 100_000, undefined],
    ['what was used and saved', 12_400_000, 3_210_000, 'This month: 12 MB used, 3.2 MB saved'],
    ['no zero', 5_000_000, 0, 'This month: 5.0 MB used'],
  ])('says %s', (_, used, saved, text) => {
    store(used, saved)
    render(<DataSection />)
    expect(meter()).toBe(text)
  })

  it('says also little while the data saver is on', async () => {
    store(800_000, 0)
    render(<DataSection />)
    await userEvent.click(screen.getByRole('checkbox', { name: /^Data saver/ }))
    expect(meter()).toBe('This month: 0.8 MB used')
    await userEvent.click(screen.getByRole('checkbox', { name: /^Data saver/ }))
    expect(meter()).toBeUndefined()
  })
})
