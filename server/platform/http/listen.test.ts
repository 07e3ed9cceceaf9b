import { once } from 'node:events'
import { Agent, createServer, get, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { networkInterfaces } from 'node:os'
import { expect, test } from 'vitest'
import { checkAddress, drain, listen } from './listen.ts'

const HOST = '127.0.0.1'

function portOf(server: Server): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No port')
  return address.port
}

/** A server with one open request, whose answer the test gives. */
async function busyServer() {
  const server = createServer()
  await listen(server, { port: 0, hosts: [HOST] })
  const arrival = once(server, 'request') as Promise<[IncomingMessage, ServerResponse]>
  const request = get({ port: portOf(server), host: HOST, agent: false })
  const [, response] = await arrival
  return { server, request, response }
}

test('a free address is accepted and stays free, and a taken one is reported', async () => {
  const server = createServer()
  await listen(server, { port: 0, hosts: [HOST] })
  const address = { port: portOf(server), hosts: [HOST] }
  await expect(checkAddress(address)).rejects.toThrow(`PORT: ${address.port} is taken by another program.`)
  await drain(server, new AbortController().signal)
  await checkAddress(address)
  await checkAddress(address)
})

test('the server listens on both local addresses and drains both', async () => {
  const server = createServer((_, response) => void response.end('hello'))
  const extraServers = await listen(server, { port: 0, hosts: ['127.0.0.1', '::1', '2001:db8::1'] })
  const port = portOf(server)
  const hosts = ['127.0.0.1', ...extraServers.map(() => '[::1]')]
  // A machine without IPv6 has only one address.
  expect(extraServers.length).toBe(
    Object.values(networkInterfaces())
      .flat()
      .some((each) => each?.address === '::1')
      ? 1
      : 0,
  )
  for (const host of hosts) expect(await (await fetch(`http://${host}:${port}/`)).text()).toBe('hello')
  await expect(checkAddress({ port, hosts: ['::1'].slice(0, extraServers.length) })).rejects.toThrow(
    'is taken',
  )
  await drain(server, new AbortController().signal, { extraServers })
  for (const host of hosts) await expect(fetch(`http://${host}:${port}/`)).rejects.toThrow('fetch failed')
})

test('draining answers the open request and refuses new connections', async () => {
  const { server, request, response } = await busyServer()
  const port = portOf(server)
  const drained = drain(server, new AbortController().signal)
  const [refusal] = (await once(connect(port, HOST), 'error')) as [Error]
  expect(refusal).toMatchObject({ code: 'ECONNREFUSED' })
  response.end('answered')
  const [reply] = (await once(request, 'response')) as [IncomingMessage]
  expect((await reply.toArray()).join('')).toBe('answered')
  await drained
  expect(server.listening).toBe(false)
})

test('hurry cuts off an unfinished request', async () => {
  const { server, request } = await busyServer()
  const failed = once(request, 'error') as Promise<[Error]>
  const hurry = new AbortController()
  const drained = drain(server, hurry.signal)
  hurry.abort()
  await drained
  expect((await failed)[0]).toMatchObject({ code: 'ECONNRESET' })
})

test('a replaced server answers on open connections and then closes them', async () => {
  const server = createServer((_, response) => void response.end('hello'))
  await listen(server, { port: 0, hosts: [HOST] })
  const [port, agent] = [portOf(server), new Agent({ keepAlive: true, maxSockets: 1 })]
  const send = async () => {
    const request = get({ port, host: HOST, agent })
    const [reply] = (await once(request, 'response')) as [IncomingMessage]
    reply.resume()
    await once(reply, 'end')
    return { isReused: request.reusedSocket, connection: reply.headers.connection }
  }
  expect(await send()).toEqual({ isReused: false, connection: 'keep-alive' })
  const drained = drain(server, new AbortController().signal, { isReplaced: true })
  expect(await send()).toEqual({ isReused: true, connection: 'close' })
  await drained
})
