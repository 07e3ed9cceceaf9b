import { act, render } from '@testing-library/react'
import { lazy, Suspense, type ComponentType, type ReactNode, useEffect } from 'react'
import { createPortal } from 'react-dom'
import { hydrateRoot, type Root } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { followTouches } from './early-touches.ts'

const happened = vi.fn<(what: string) => void>()

const Form = () => (
  <>
    <select aria-label="Brand" value="" onChange={({ target }) => happened(`brand ${target.value}`)}>
      <option value="">Any</option>
      <option>Tecno</option>
      <option>Nokia</option>
    </select>
    <input type="checkbox" checked={false} onChange={({ target }) => happened(`photos ${target.checked}`)} />
    <input type="text" value="" onChange={({ target }) => happened(`town ${target.value}`)} />
    <button type="button" onClick={() => happened('cleared')}>
      Clear
    </button>
  </>
)

function WhenDrawn({ onDrawn }: { onDrawn: () => void }) {
  useEffect(onDrawn, [onDrawn])
  return null
}

const page = (part: ReactNode) => (
  <main>
    <button type="button" onClick={() => happened('menu')}>
      Menu
    </button>
    <Suspense>{part}</Suspense>
  </main>
)

let root: HTMLElement
let drawnRoot: Root | undefined
beforeEach(() => {
  happened.mockReset()
  root = document.createElement('div')
  // The server has the section's code, so its form is in the HTML.
  root.innerHTML = renderToString(<div>{page(<Form />)}</div>)
  document.body.append(root)
})
afterEach(() => {
  act(() => drawnRoot?.unmount())
  root.remove()
})

const find = <E extends Element>(selector: string): E => {
  const found = root.querySelector<E>(selector)
  if (!found) throw new Error(`There is no ${selector}`)
  return found
}

function choose(value: string) {
  const brand = find<HTMLSelectElement>('select')
  brand.value = value
  brand.dispatchEvent(new Event('input', { bubbles: true }))
  brand.dispatchEvent(new Event('change', { bubbles: true }))
}

function write(text: string) {
  const town = find<HTMLInputElement>('[type=text]')
  town.value = text
  town.dispatchEvent(new Event('input', { bubbles: true }))
}

const tick = (times: number) => {
  for (let time = 0; time < times; time += 1) find<HTMLInputElement>('[type=checkbox]').click()
}

const TOUCHES: [what: string, touch: () => void, does: string][] = [
  ['a choice', () => choose('Tecno'), 'brand Tecno'],
  ['a tick', () => tick(1), 'photos true'],
  ['the last of two ticks', () => tick(2), 'photos false'],
  ['typed text', () => write('Osu'), 'town Osu'],
  ['a click', () => find<HTMLButtonElement>('main > button:last-of-type').click(), 'cleared'],
]

/** Hydrates the page as the entry does; `loadForm` loads the form's code. */
async function takeOver(): Promise<{ loadForm: () => Promise<void> }> {
  const { promise: code, resolve } = Promise.withResolvers<{ default: ComponentType }>()
  const Part = lazy(() => code)
  const redoTouches = followTouches(root)
  await act(async () => {
    drawnRoot = hydrateRoot(
      root,
      <div>
        {page(<Part />)}
        <WhenDrawn onDrawn={redoTouches} />
      </div>,
    )
  })
  return {
    loadForm: () =>
      act(async () => {
        resolve({ default: Form })
        await code
      }),
  }
}

describe("a touch before the section's code is loaded", () => {
  it.each(TOUCHES)('is replayed once the section listens: %s', async (_, touch, does) => {
    const late = await takeOver()
    touch()
    expect(happened).not.toHaveBeenCalled()
    await late.loadForm()
    await expect.poll(() => happened.mock.calls).toEqual([[does]])
  })

  it('is replayed although a dialog was added to the end of the page', async () => {
    const dialog = render(createPortal(<dialog />, document.body))
    const late = await takeOver()
    choose('Tecno')
    await late.loadForm()
    await expect.poll(() => happened.mock.calls).toEqual([['brand Tecno']])
    dialog.unmount()
  })

  it('is replayed with the latest value', async () => {
    const late = await takeOver()
    choose('Tecno')
    choose('Nokia')
    await late.loadForm()
    await expect.poll(() => happened.mock.calls).toEqual([['brand Nokia']])
  })
})

it('a touch that React handles itself happens once', async () => {
  const late = await takeOver()
  find<HTMLButtonElement>('main > button').click()
  await late.loadForm()
  choose('Nokia')
  await expect.poll(() => happened.mock.calls).toEqual([['menu'], ['brand Nokia']])
  // Waiting touches would be replayed before this one.
  find<HTMLButtonElement>('main > button:last-of-type').click()
  await expect.poll(() => happened.mock.calls.slice(2)).toEqual([['cleared']])
})

it('a touch before React hydrates the page happens once it has', async () => {
  const select = find<HTMLSelectElement>('select')
  select.value = 'Tecno'
  window.earlyTouches = {
    noted: [
      ['pointerdown', select],
      ['focusin', select],
      ['input', select],
      ['change', select],
      ['click', find('main > button')],
      ['click', find('main > button')],
    ],
    stop: () => undefined,
  }
  const late = await takeOver()
  expect(happened.mock.calls).toEqual([['menu']])
  await late.loadForm()
  await expect.poll(() => happened.mock.calls).toEqual([['menu'], ['brand Tecno']])
  delete window.earlyTouches
})
