import { expect, it } from 'vitest'
import { saveStateText } from './SaveState.tsx'

const state = {
  where: 'phone' as const,
  isSending: false,
  refusal: null,
  productId: 'p1',
  isOnline: true,
  isPublished: false,
}

it.each([
  [{ where: 'server' as const }, 'Saved'],
  [{ where: 'server' as const, productId: null }, ''],
  [{ where: 'server' as const, isPublished: true }, 'No changes'],
  [{ isPublished: true }, 'Changes saved on this device'],
  [{}, 'Saved on this device'],
  [{ isSending: true }, 'Saving…'],
  [{ isSending: true, isOnline: false }, 'Saved on this device'],
  [{ where: 'screen' as const }, 'Not saved: no room on this device'],
])('shows %j as %j', (change, text) => {
  expect(saveStateText({ ...state, ...change })).toBe(text)
})
