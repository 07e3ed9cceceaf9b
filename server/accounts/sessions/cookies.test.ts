import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { secretsFrom } from '#server/platform/process/secrets.ts'
import { createBareApp } from '#testing/injected.ts'
import { deleteRefreshToken, findRefreshToken, setRefreshToken } from './cookies.ts'

function siteWith(secure: boolean) {
  const publicUrl = secure ? 'https://market.example' : 'http://localhost:3000'
  const ctx = { config: { publicUrl }, secrets: secretsFrom(randomBytes(32)) }
  const opened = createBareApp().then((app) => {
    app.get('/read', async (_, reply) => findRefreshToken(ctx, reply) ?? 'none')
    app.get('/write', async (_, reply) => {
      setRefreshToken(ctx, reply, 'new')
      return ''
    })
    app.get('/clear', async (_, reply) => {
      deleteRefreshToken(ctx, reply)
      return ''
    })
    return app
  })
  return async (path: string, cookie = '') => {
    const response = await (await opened).request(path, { headers: { Cookie: cookie } })
    return { text: await response.text(), set: response.headers.getSetCookie().toSorted() }
  }
}

const ATTRIBUTES = 'Max-Age=5184000; Path=/api/auth; HttpOnly; Secure; SameSite=Strict'

describe('cookies over https', () => {
  const request = siteWith(true)

  it('have the __Secure- prefix', async () => {
    expect((await request('/write')).set).toEqual([`__Secure-sankofa-refresh=new; ${ATTRIBUTES}`])
    expect((await request('/read', 'sankofa-refresh=planted; __Secure-sankofa-refresh=own')).text).toBe('own')
  })

  it('are read without the prefix until they are written again', async () => {
    expect((await request('/read', 'sankofa-refresh=old')).text).toBe('old')
    const deleted = 'sankofa-refresh=; Max-Age=0; Path=/api/auth; Secure; SameSite=Lax'
    expect((await request('/write', 'sankofa-refresh=old')).set).toEqual([
      `__Secure-sankofa-refresh=new; ${ATTRIBUTES}`,
      deleted,
    ])
    expect((await request('/clear', 'sankofa-refresh=old')).set).toEqual([
      '__Secure-sankofa-refresh=; Max-Age=0; Path=/api/auth; Secure; SameSite=Lax',
      deleted,
    ])
  })
})

it('cookies over http have plain names', async () => {
  const request = siteWith(false)
  expect((await request('/write')).set[0]).toMatch(/^sankofa-refresh=new; .*HttpOnly; SameSite=Strict$/)
  expect((await request('/read', '__Secure-sankofa-refresh=x')).text).toBe('none')
})
