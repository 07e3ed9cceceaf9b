import { describe, expect, it } from 'vitest'
import type { Notification } from '#contract/notifications/notifications.ts'
import { groupEqual } from './groups.ts'

const notification = (id: string, change: Partial<Notification> = {}): Notification => ({
  id,
  type: 'other',
  content: `News ${id}`,
  read: false,
  actionUrl: '/products/kettle',
  createdAt: '2026-11-20T12:00:00.000Z',
  ...change,
})

const idsOf = (notifications: Notification[]) =>
  groupEqual(notifications).map(({ members }) => members.map(({ id }) => id))

describe('groupEqual', () => {
  it('groups by type and subject at the position of the newest', () => {
    const lamp = { actionUrl: '/products/lamp' }
    expect(
      idsOf([
        notification('1'),
        notification('2', lamp),
        notification('3', { type: 'sale' }),
        notification('4'),
        notification('5', lamp),
      ]),
    ).toEqual([['1', '4'], ['2', '5'], ['3']])
  })

  it('keeps different notifications about the account apart', () => {
    const account = { type: 'system', actionUrl: '/settings-page' } as const
    const signIn = { ...account, content: 'New sign-in' }
    expect(idsOf([notification('1', signIn), notification('2', account), notification('3', signIn)])).toEqual(
      [['1', '3'], ['2']],
    )
  })

  it('keeps notifications without a page apart unless their text is the same', () => {
    const text = { actionUrl: null, content: 'Welcome' }
    expect(
      idsOf([notification('1', text), notification('2', { actionUrl: null }), notification('3', text)]),
    ).toEqual([['1', '3'], ['2']])
  })

  it('keeps its key when members come and go', () => {
    const [before] = groupEqual([notification('1'), notification('2')])
    const [after] = groupEqual([notification('9'), notification('2')])
    expect(after?.key).toBe(before?.key)
  })
})
