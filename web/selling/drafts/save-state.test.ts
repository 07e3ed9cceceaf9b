import { expect, it } from 'vitest'
import { saveStateText } from './SaveState.tsx'

const state = {
  place: 'phone' as const,
  isSending: false,
  refusal: null,
  productId: 'p1',
  isOnline: true,
  isPublished: false,
}

it.each([
  [{ place: 'server' as const }, 'Saved'],
  [{ place: 'server' as const, productId: null }, ''],
  [{ place: 'server' as const, isPublished: true }, 'No changes'],
  [{ isPublished: true }, 'Changes kept on this device'],
  [{}, 'Saved on this device'],
  [{ isSending: true }, 'Saving…'],
  [{ isSending: true, isOnline: false }, 'Saved on this device'],
  [{ place: 'screen' as const }, 'Not saved: no room on this device'],
])('%j is told as %j', (change, text) => {
  expect(saveStateText({ ...state, ...change })).toBe(text)
})
