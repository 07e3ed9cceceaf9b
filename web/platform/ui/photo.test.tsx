import { act, fireEvent, render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Photo } from './Photo.tsx'

const photo = {
  src: '/photos/private/1.a/message-images/7/a',
  thumbhash: 'k0oGLQaSVsN0BVhn2oq2Z5SQUQcZ',
  width: 900,
  height: 600,
}
const draw = (src = photo.src) => <Photo photo={{ ...photo, src }} alt="A cloth" sizes="20rem" />

it('tries again what failed once it has another address, and once the network is back', () => {
  const { rerender } = render(draw())
  fireEvent.error(screen.getByRole('img'))
  screen.getByText('Image unavailable')
  rerender(draw())
  screen.getByText('Image unavailable')
  rerender(draw('/photos/private/2.b/message-images/7/a'))
  expect(screen.getByRole('img').getAttribute('src')).toContain('/2.b/')
  fireEvent.error(screen.getByRole('img'))
  screen.getByText('Image unavailable')
  act(() => void dispatchEvent(new Event('online')))
  screen.getByRole('img')
})
