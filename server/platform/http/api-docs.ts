import type { FastifyInstance } from 'fastify'
import { type Html, html } from '#server/platform/html/html.ts'
import { type JsonSchema, type OpenApi, openApi, type Operation } from './openapi.ts'
import { contentOf, writeReady } from './reply.ts'
import { schemaFields, schemaType } from './schema-html.ts'

interface Call extends Operation {
  method: string
  path: string
}

const callsOf = ({ paths }: OpenApi): Call[] =>
  Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      path,
    })),
  )

function parameters({ parameters: all }: Call): Html | '' {
  if (all.length === 0) return ''
  const items = all.map(
    ({ name, in: location, required, schema }) =>
      html`<li>
        <code>${name}</code> in the ${location}, ${required ? 'required' : 'optional'}: ${schemaType(schema)}
      </li>`,
  )
  return html`<h4>Parameters</h4>
    <ul>
      ${items}
    </ul>`
}

const payload = (title: string, schema: JsonSchema): Html =>
  html`<h4>${title}</h4>
    <p>JSON: ${schemaType(schema)}</p>
    ${schemaFields(schema)}`

const PROOFS: Record<string, string> = {
  accessToken: 'the access token, as Authorization: Bearer',
  refreshCookie: 'the refresh cookie',
}

function needs({ security }: Call): string {
  const proofs = security.flatMap((one) => Object.keys(one)).map((name) => PROOFS[name] ?? name)
  return proofs.length > 0 ? `Needs ${proofs.join(' or ')}.` : 'Anyone may call it.'
}

function request({ requestBody }: Call): Html | '' {
  if (!requestBody) return ''
  const { 'application/json': body, ...files } = requestBody.content
  return body
    ? payload('Request', body.schema)
    : html`<h4>Request</h4>
        <p>The bytes of a file: ${Object.keys(files).join(', ')}</p>`
}

function section(call: Call): Html {
  const { operationId, method, path, summary, responses } = call
  const replies = Object.entries(responses).flatMap(([status, { description, content = {} }]) =>
    Object.values(content).map(({ schema }) => payload(`Reply: ${status}, ${description}`, schema)),
  )
  return html`<section aria-labelledby="${operationId}">
    <h3 id="${operationId}"><code>${method} ${path}</code></h3>
    <p>${summary}</p>
    <p>${needs(call)}</p>
    ${parameters(call)}${request(call)}${replies}
  </section>`
}

/** Id of a group's heading: 'Reports and appeals' as 'group-reports-and-appeals'. */
const groupId = (name: string) => `group-${name.toLowerCase().replaceAll(/[^a-z]+/g, '-')}`

const callsIn = (calls: Call[], name: string) => calls.filter((call) => call.tags.includes(name))

const contents = (calls: Call[], { tags }: OpenApi) =>
  tags.map(
    ({ name }) =>
      html`<li>
        <a href="#${groupId(name)}">${name}</a>
        <ul>
          ${callsIn(calls, name).map(
            ({ operationId, method, path }) => html`<li><a href="#${operationId}">${method} ${path}</a></li>`,
          )}
        </ul>
      </li>`,
  )

const groups = (calls: Call[], { tags }: OpenApi) =>
  tags.map(
    ({ name, description }) =>
      html`<section aria-labelledby="${groupId(name)}">
        <h2 id="${groupId(name)}">${name}</h2>
        <p>${description}</p>
        ${callsIn(calls, name).map(section)}
      </section>`,
  )

function sharedSchema([name, schema]: [string, JsonSchema]): Html {
  return html`<section aria-labelledby="${name}">
    <h3 id="${name}">${name}</h3>
    ${schemaFields(schema)}
  </section>`
}

/** Page that describes every call of the API: method, path, parameters with their limits, request and reply. */
export function apiDocsPage(description: OpenApi): string {
  const calls = callsOf(description)
  const { title } = description.info
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        <link rel="stylesheet" href="/api-docs.css" />
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
      </head>
      <body>
        <header>
          <p><a href="/">Home</a></p>
          <h1>${title}</h1>
          <p>
            Every call, as the server checks it. Programs read the same at
            <a href="/api/openapi.json">/api/openapi.json</a> (OpenAPI ${description.openapi}). Addresses
            begin with <code>${description.servers[0]?.url}</code>.
          </p>
        </header>
        <nav aria-label="Calls">
          <ul>
            ${contents(calls, description)}
          </ul>
        </nav>
        <main>
          ${groups(calls, description)}
          <section aria-labelledby="schemas">
            <h2 id="schemas">Shared parts of replies</h2>
            ${Object.entries(description.components.schemas).map(sharedSchema)}
          </section>
        </main>
      </body>
    </html> `
  return page.text
}

function once<Value>(make: () => Value): () => Value {
  let made: Value | undefined
  return () => (made ??= make())
}

/**
 * Serves `/api/openapi.json` and its page for readers, `/api/docs`. Both are built at the first request, because they
 * would otherwise take most of the time of a start.
 */
export function addApiDocs(
  app: FastifyInstance,
  api: Parameters<typeof openApi>[0],
  site: Parameters<typeof openApi>[1],
): void {
  const description = once(() => openApi(api, site))
  const files = [
    {
      path: '/api/openapi.json',
      contentType: 'application/json; charset=utf-8',
      text: () => JSON.stringify(description()),
    },
    {
      path: '/api/docs',
      contentType: 'text/html; charset=utf-8',
      text: () => apiDocsPage(description()),
    },
  ]
  for (const { path, contentType, text } of files) {
    const content = once(() => contentOf(text()))
    const headers = {
      'content-type': contentType,
      'cache-control': 'public, max-age=3600',
      vary: 'Accept-Encoding',
    }
    app.get(path, (_request, reply) => writeReady(reply, { content: content(), headers }))
  }
}
