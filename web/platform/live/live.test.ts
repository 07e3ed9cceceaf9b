import { expect, it, vi } from 'vitest'
import { createLive } from './live.ts'

const typing = { conversationId: 'c', userId: 'kofi', typing: true }

it('passes each event to its listeners until they stop', () => {
  const live = createLive()
  const one = vi.fn<(event: object) => void>()
  const two = vi.fn<(event: object) => void>()
  const stop = live.subscribe('typing.changed', one)
  live.subscribe('typing.changed', two)
  live.deliver('typing.changed', typing)
  stop()
  live.deliver('typing.changed', typing)
  live.deliver('presence.changed', {})
  expect(one.mock.calls).toEqual([[typing]])
  expect(two).toHaveBeenCalledTimes(2)
})

it('answers a call with undefined without a connection', async () => {
  const live = createLive()
  const call = { conversationId: 'c', typing: true }
  await expect(live.call('typing', call)).resolves.toBeUndefined()
  live.setCaller(async () => ({ ok: true }) as never)
  await expect(live.call('typing', call)).resolves.toEqual({ ok: true })
})

it('emits each change of state once', () => {
  const live = createLive()
  const states: string[] = []
  const stop = live.onState(() => states.push(live.state()))
  live.setState('connecting')
  live.setState('connecting')
  live.setState('connected')
  stop()
  live.setState('off')
  expect(states).toEqual(['connecting', 'connected'])
})
