import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { MemoryRouter } from '#testing/web/memory-router.tsx'
import { positionToasts } from './position-toasts.ts'
import { dismissToastsTitled, showToast } from './toast.ts'
import { Toaster } from './Toaster.tsx'

const HEIGHT = 800
const TOAST = 60

/** Top and bottom edges of the elements. */
let boxes: Map<Element, [top: number, bottom: number]>

beforeEach(() => {
  boxes = new Map()
  vi.stubGlobal('innerHeight', HEIGHT)
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function rect(this: Element) {
    const toasts = this.closest<HTMLElement>('.toasts')
    const top = toasts?.style.inset ? 64 : HEIGHT - TOAST - 16
    const [from, to] = toasts ? [top, top + TOAST] : (boxes.get(this) ?? [0, 0])
    return new DOMRect(0, from, 320, to - from)
  })
  positionToasts()
})
afterEach(() => {
  act(() => dismissToastsTitled('Saved'))
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

function show(page: string) {
  render(
    <MemoryRouter>
      <Toaster />
    </MemoryRouter>,
  )
  const main = document.createElement('main')
  main.innerHTML = page
  document.body.append(main)
  return main
}

async function isAtTop(): Promise<boolean> {
  act(() => showToast('Saved'))
  await new Promise((resolve) => requestAnimationFrame(resolve))
  return screen.getByRole('status').style.inset !== ''
}

const LOW = [700, 744] as const
const HIGH = [70, 114] as const

it.each<[name: string, atTop: boolean, page: string, edges: Record<string, readonly [number, number]>]>([
  ['a button at the foot of the screen', true, '<button>Save</button>', { button: LOW }],
  ['a button further up', false, '<button>Save</button>', { button: [300, 344] }],
  [
    'a line of a list that reaches down there',
    true,
    '<ul><li><button>Save</button></li></ul>',
    { button: [640, 684], li: [640, 740] },
  ],
  [
    'something in a card as high as the screen',
    false,
    '<div class="card"><button>Save</button></div>',
    { button: [300, 344], '.card': [100, 790] },
  ],
  [
    'a page with a bar of actions',
    true,
    '<button>Save</button><div class="listing-actions"></div>',
    { button: [300, 344], '.listing-actions': LOW },
  ],
  [
    'content at both ends of the screen',
    false,
    '<button>Save</button><div class="listing-actions"></div>',
    { button: HIGH, '.listing-actions': LOW },
  ],
])('a toast near %s is at the top: %s', async (_, atTop, page, edges) => {
  const main = show(page)
  for (const [selector, [top, bottom]] of Object.entries(edges))
    boxes.set(main.querySelector(selector) as Element, [top, bottom])
  main.querySelector('button')?.click()
  expect(await isAtTop()).toBe(atTop)
  main.remove()
})

it('a toast does not cover the focused field', async () => {
  const main = show('<button>Save</button><input aria-label="Title">')
  boxes.set(main.querySelector('input') as Element, [...LOW])
  main.querySelector('button')?.click()
  main.querySelector('input')?.focus()
  expect(await isAtTop()).toBe(true)
  main.remove()
})
