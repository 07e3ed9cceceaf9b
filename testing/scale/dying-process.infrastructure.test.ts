import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { sendByHttp2 } from '#testing/proxies/proxy-client.ts'
import { openProxy, type ProxyKind } from '#testing/proxies/real-proxies.ts'

/** A site whose process dies at the first request to each path, and another process answers later ones. */
async function openDyingSite() {
  const requests: string[] = []
  const server = createServer(({ method, url, socket }, response) => {
    const request = `${method} ${url}`
    requests.push(request)
    if (requests.filter((each) => each === request).length === 1) socket.destroy()
    else response.end('answered')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, requests, close: () => server.close() }
}

describe.each<ProxyKind>(['nginx', 'Caddy'])('a %s proxy in front of a dying process', (kind) => {
  it('repeats reads at the next process, but not writes', async () => {
    const dying = await openDyingSite()
    const proxy = await openProxy(kind, dying.url)
    const page = await sendByHttp2(proxy, '/products')
    expect([page.status, page.body.toString()]).toEqual([200, 'answered'])
    const body = Buffer.from('{}')
    expect((await sendByHttp2(proxy, '/api/x', { method: 'POST', body })).status).toBe(502)
    expect(dying.requests).toEqual(['GET /products', 'GET /products', 'POST /api/x'])
    await proxy.close()
    dying.close()
  })
})
