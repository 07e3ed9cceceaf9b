import { act, fireEvent, render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Photo } from './Photo.tsx'
import { SmallPicturesProvider } from './small-pictures.ts'

const photo = {
  src: '/photos/private/1.a/message-images/7/a',
  thumbhash: 'k0oGLQaSVsN0BVhn2oq2Z5SQUQcZ',
  width: 900,
  height: 600,
}
const draw = (src = photo.src) => <Photo photo={{ ...photo, src }} alt="A cloth" sizes="20rem" />

it('retries at a new address and when the network is back', () => {
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

it.each([
  [false, { thrifty: false }, [320, 640, 1280]],
  [true, { thrifty: false }, [320, 640]],
  [true, { thrifty: false, maxWidth: 320 as const }, [320]],
  [true, { thrifty: true, maxWidth: 640 as const }, [320]],
])('lists files for data savers and others (%s, %j)', (isSmall, look, widths) => {
  const { container } = render(
    <SmallPicturesProvider value={() => isSmall}>
      <Photo photo={{ ...photo, width: 1280 }} alt="A cloth" sizes="20rem" {...look} />
    </SmallPicturesProvider>,
  )
  const named = [...container.innerHTML.matchAll(/-(\d+)\.avif/g)].map(([, width]) => Number(width))
  expect([...new Set(named)]).toEqual(widths)
})
