import { render } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { useVisibleHeight } from './use-visible-height.ts'

const Frame = () => <div ref={useVisibleHeight()} />

/** Result in a window of 800 pixels with this visual viewport. */
function frameOf(seen: { height: number; offsetTop: number; scale: number }) {
  vi.stubGlobal('innerHeight', 800)
  vi.stubGlobal('visualViewport', Object.assign(new EventTarget(), seen))
  const frame = render(<Frame />).container.firstElementChild as HTMLElement
  const valueOf = (name: string) => frame.style.getPropertyValue(name)
  return [valueOf('--visible-height'), valueOf('--visible-top'), frame.hasAttribute('data-keyboard')]
}

it.each([
  ['a keyboard', { height: 420, offsetTop: 30, scale: 1 }, ['420px', '30px', true]],
  ['no keyboard', { height: 760, offsetTop: 0, scale: 1 }, ['760px', '0px', false]],
  ['a page zoomed with two fingers', { height: 400, offsetTop: 200, scale: 2 }, ['800px', '0px', false]],
  ['a keyboard over a zoomed page', { height: 200, offsetTop: 200, scale: 2 }, ['400px', '0px', true]],
])('recognises %s', (_, seen, expected) => {
  expect(frameOf(seen)).toEqual(expected)
})
