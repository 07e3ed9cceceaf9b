import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { beforeAll, expect, it } from 'vitest'
import { insertAccounts, signIn } from '#testing/accounts/accounts.ts'
import { createLiveApp } from '#testing/live/live.ts'
import { setUp } from '#testing/set-up.ts'

const test = setUp(() => createLiveApp({ anonymousMs: 300 }))
let token: string | undefined
beforeAll(async () => {
  await insertAccounts(test.db)
  token = (await signIn(test, 'kofi')).token
})

/** A frame masked by zeros, from a client that answers no frame, not even the closing one. */
function frame(content: string): Buffer {
  const bytes = Buffer.from(content)
  const length = Buffer.alloc(2)
  length.writeUInt16BE(bytes.length)
  return Buffer.concat([Buffer.from([0x81, 0xfe]), length, Buffer.alloc(4), bytes])
}

async function open(frames: string[]): Promise<{ socket: Socket; received: () => string }> {
  const socket = connect(Number(new URL(test.url).port), '127.0.0.1')
  let received = ''
  socket.setEncoding('latin1').on('data', (data: string) => (received += data))
  socket.on('error', () => undefined)
  socket.write(
    'GET /live/?EIO=4&transport=websocket HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
      'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
  )
  await expect.poll(() => received).toContain('"sid"')
  for (const each of frames) socket.write(frame(each))
  return { socket, received: () => received }
}

it.each([
  ['sends nothing', []],
  ['has a bad token', ['40{"token":"x"}']],
  ['requests another namespace', ['40/admin,{}']],
  ['sends nonsense', ['2probe']],
])('a connection that %s is cut', async (_, frames) => {
  const { socket } = await open(frames)
  await expect(once(socket, 'close')).resolves.toBeDefined()
})

it('a signed-in connection stays open and is cut when its person leaves', async () => {
  const { socket, received } = await open([`40${JSON.stringify({ token })}`])
  await expect.poll(received).toContain('40{"sid"')
  const anonymous = await open([])
  await once(anonymous.socket, 'close')
  expect(socket.closed).toBe(false)
  socket.write(frame('41'))
  await once(socket, 'close')
})
