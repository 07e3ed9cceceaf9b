import { BaseResolver, createConfig, lintDocument, makeDocumentFromString } from '@redocly/openapi-core'
import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { API_GROUPS } from '#contract/api-groups.ts'
import { contract } from '#contract/contract.ts'
import { type Access, type Endpoint, endpoint } from '#contract/endpoint.ts'
import { createTestApp } from '#testing/app.ts'
import { setUp } from '#testing/set-up.ts'
import { apiDocsPage } from './api-docs.ts'
import { type OpenApi, openApi } from './openapi.ts'

const INFO = { siteName: 'Market', publicUrl: 'https://market.example', refreshCookie: 'refresh' }
const LINT_RULES = {
  // A local deployment describes its own address.
  'no-server-example.com': 'off',
} as const
const PROOFS: Record<Access, string[]> = {
  everyone: [],
  'refresh-cookie': ['refreshCookie'],
  'signed-in': ['accessToken'],
  participant: ['accessToken'],
  owner: ['accessToken'],
  moderator: ['accessToken'],
  administrator: ['accessToken'],
}
const calls = Object.values(contract)
/** Calls whose body is a file. */
const UPLOADS = [
  'PUT /api/conversations/{id}/photos/{clientKey}',
  'PUT /api/profile/avatar',
  'PUT /api/reports/{id}/pictures/{position}',
  'PUT /api/selling/photos/{id}',
]
/** The visible words of a page in one line. */
const wordsOf = (page: string) =>
  page
    .replace(/<\/?(?:a|code)\b[^>]*>/g, '')
    .replace(/<[^>]+>/g, '\n')
    .replace(/\s+/g, ' ')
const templated = (path: string) => path.replace(/:(\w+)/g, '{$1}')

const market = setUp(createTestApp)

describe('/api/openapi.json', () => {
  let description: OpenApi
  beforeAll(async () => {
    const reply = await market.app.request('/api/openapi.json')
    description = (await reply.json()) as OpenApi
  })

  it('is OpenAPI 3.1 with every endpoint of the contract', () => {
    expect(description.openapi).toMatch(/^3\.1\.\d+$/)
    expect(description.info).toMatchObject({ title: 'Sankofa API', version: '1' })
    expect(description.servers).toEqual([{ url: 'http://localhost:3000' }])
    const listed = Object.entries(description.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    )
    const declared = calls.map(({ method, path }) => `${method} ${templated(path)}`)
    expect(listed.toSorted()).toEqual([...declared, ...UPLOADS].toSorted())
  })

  it('puts every call into one declared group', () => {
    const names = description.tags.map(({ name }) => name)
    expect(names).toEqual(API_GROUPS.map(({ name }) => name))
    const tagged = Object.values(description.paths).flatMap((methods) => Object.values(methods))
    for (const { operationId, tags } of tagged) {
      expect(tags, operationId).toHaveLength(1)
      expect(names).toContain(tags[0])
    }
  })

  it('describes uploads as files of pictures', () => {
    const upload = description.paths['/api/selling/photos/{id}']?.put
    expect(Object.keys(upload?.requestBody?.content ?? {})).toContain('image/jpeg')
    expect(upload?.parameters.map(({ name }) => name)).toEqual(['id', 'name', 'product', 'replaces'])
    expect(Object.keys(upload?.responses ?? {})).toContain('202')
  })

  it('declares each path parameter once as required, and unique operation ids', () => {
    const ids: string[] = []
    for (const [path, methods] of Object.entries(description.paths)) {
      for (const operation of Object.values(methods)) {
        ids.push(operation.operationId)
        const inPath = operation.parameters.filter((parameter) => parameter.in === 'path')
        expect(inPath.map(({ name }) => `{${name}}`)).toEqual(path.match(/\{\w+\}/g) ?? [])
        expect(inPath.every(({ required }) => required)).toBe(true)
        const names = operation.parameters.map((parameter) => `${parameter.in} ${parameter.name}`)
        expect(new Set(names).size).toBe(names.length)
        for (const status of Object.keys(operation.responses))
          expect(status).toMatch(/^(2\d\d|401|422|[45]XX)$/)
      }
    }
    expect(new Set(ids).size).toBe(calls.length + UPLOADS.length)
  })

  it('passes the linter’s recommended rules', async () => {
    const problems = await lintDocument({
      document: makeDocumentFromString(JSON.stringify(description), '/openapi.json'),
      externalRefResolver: new BaseResolver(),
      config: await createConfig({ extends: ['recommended-strict'], rules: LINT_RULES }),
    })
    const found = problems.map(
      ({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`,
    )
    expect(found).toEqual([])
  })

  it('names the authentication of each call', () => {
    const proofOf = new Map(
      Object.values(description.paths)
        .flatMap((methods) => Object.values(methods))
        .map(({ operationId, security }) => [operationId, security.flatMap((one) => Object.keys(one))]),
    )
    for (const [name, call] of Object.entries<Endpoint>(contract)) {
      const proof = PROOFS[call.access]
      expect(proofOf.get(name), name).toEqual(proof)
    }
    expect(description.components.securitySchemes.refreshCookie.name).toBe('sankofa-refresh')
  })

  it('refers only to schemas that it contains', () => {
    const references = [...JSON.stringify(description).matchAll(/"\$ref":"([^"]+)"/g)].map(
      (match) => match[1],
    )
    expect([...new Set(references)]).toEqual(['#/components/schemas/Problem'])
    expect(description.components.schemas.Problem.required).toEqual(['error'])
  })
})

describe('/api/docs', () => {
  let page: string
  beforeAll(async () => {
    page = await (await market.app.request('/api/docs')).text()
  })

  it('is a page under the site’s security policy', async () => {
    const { status, headers } = await market.app.request('/api/docs')
    expect([status, headers.get('Content-Type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(headers.get('Content-Security-Policy')).toContain("script-src 'self'")
  })

  it.each(calls)('describes $method $path', ({ method, path, summary }) => {
    expect(page).toContain(`<code>${method} ${templated(path)}</code>`)
    expect(page).toContain(summary.replaceAll("'", '&#39;'))
  })

  it('has parameters with limits, reply fields and the error format', () => {
    const words = wordsOf(page)
    expect(words).toContain('search in the query, optional: text, at most 100 characters')
    expect(words).toContain('id in the path, required: text, uuid')
    expect(words).toContain('sort in the query, optional: one of newest, oldest')
    expect(words).toContain('nextCursor: text or null')
    expect(words).toContain('width: whole number height: whole number')
    expect(words).toContain('photo: object or null src: text')
    expect(words).toContain('requestId: text')
    expect(page).toContain('<a href="/api/openapi.json">')
  })

  it('needs no inline scripts or styles', () => {
    expect(page).not.toMatch(/<script|<style|\sstyle=|\son\w+=/i)
  })

  it('links only to existing places', () => {
    const targets = [...page.matchAll(/href="#([^"]+)"/g)].map((match) => match[1])
    expect(targets.length).toBeGreaterThan(calls.length)
    for (const target of targets) expect(page).toContain(`id="${target}"`)
  })
})

it('the API page escapes names and describes request bodies', async () => {
  const hostile = endpoint({
    method: 'POST',
    path: '/api/notes/:id',
    access: 'everyone',
    summary: '<script>alert(1)</script> & more',
    params: z.object({ id: z.string() }),
    body: z.object({ '<b>': z.optional(z.array(z.object({ age: z.int().check(z.minimum(18)) }))) }),
    reply: z.object({ kind: z.literal('<i>'), done: z.boolean() }),
    status: 201,
  })
  const page = apiDocsPage(
    openApi(
      { groups: [{ name: 'Group', description: 'Calls', contracts: [{ hostile }] }], uploads: [] },
      INFO,
    ),
  )
  expect(page).not.toMatch(/<script|<b>|<i>/)
  expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &amp; more')
  expect(page).toContain('<code>POST /api/notes/{id}</code>')
  const words = wordsOf(page)
  expect(words).toContain('&lt;b&gt;, optional: list: object age: whole number, 18 or more')
  expect(words).toContain('Reply: 201, Success')
  expect(words).toContain('always &lt;i&gt;')
})
