import * as z from 'zod/mini'
import type { ApiGroup } from '#contract/api-groups.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { UploadDescription } from './routes.ts'

/** The part of JSON Schema 2020-12 that the contract's schemas use. */
export interface JsonSchema {
  type?: string | string[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  anyOf?: JsonSchema[]
  enum?: string[]
  const?: unknown
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  $ref?: string
}

function jsonSchema(schema: z.ZodMiniType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest as JsonSchema
}

function parameters(schema: z.ZodMiniType | undefined, location: 'path' | 'query') {
  if (!schema) return []
  const { properties = {}, required = [] } = jsonSchema(schema, 'input')
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: location,
    required: location === 'path' || required.includes(name),
    schema: property,
  }))
}

/** Schemas of a body by media type. */
type Content = Record<string, { schema: JsonSchema }>

const json = (schema: JsonSchema): Content => ({ 'application/json': { schema } })
const FILE: JsonSchema = { type: 'string', format: 'binary' }

const replyContent = ({ contentType, reply }: Endpoint): Content =>
  contentType ? { [contentType]: { schema: FILE } } : json(jsonSchema(reply, 'output'))

const PROBLEM: JsonSchema = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message', 'requestId'],
      properties: {
        code: { type: 'string' },
        message: { type: 'string' },
        requestId: { type: 'string' },
        fields: {
          type: 'array',
          items: {
            type: 'object',
            required: ['field', 'message'],
            properties: { field: { type: 'string' }, message: { type: 'string' } },
          },
        },
        current: {
          type: 'object',
          required: ['status', 'version', 'buyer'],
          properties: {
            status: { type: 'string', enum: ['draft', 'available', 'reserved', 'sold', 'held'] },
            version: { type: 'integer' },
            buyer: { type: ['string', 'null'] },
          },
        },
      },
    },
  },
}

/** Security schemes of a call; empty if anyone may call it. */
type Security = Record<string, string[]>[]

export interface Operation {
  operationId: string
  tags: string[]
  summary: string
  security: Security
  parameters: { name: string; in: 'path' | 'query'; required: boolean; schema: JsonSchema }[]
  requestBody?: { required: boolean; content: Content }
  responses: Record<string, { description: string; content?: Content }>
}

const problemReply = (description: string) => ({
  description,
  content: json({ $ref: '#/components/schemas/Problem' }),
})

function securityOf({ access }: Endpoint): Security {
  if (access === 'everyone') return []
  return access === 'refresh-cookie' ? [{ refreshCookie: [] }] : [{ accessToken: [] }]
}

const hasInput = ({ params, query, body }: Endpoint) => Boolean(params ?? query ?? body)

const REFUSALS = {
  '4XX': problemReply('A refusal'),
  '5XX': problemReply('A fault, or the site is very busy'),
}
const SIGNED_OUT = problemReply('Nobody is signed in, or the session has ended')
const BAD_INPUT = problemReply('Bad input, field by field')

/** Formats of photos that the site reads. */
const PICTURES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif']

const namesIn = (path: string) => Array.from(path.matchAll(/:(\w+)/g), ([, name = '']) => name)

function upload({ name, group, path, status, summary, query, reply }: UploadDescription): Operation {
  const inPath = namesIn(path).map((each) => ({
    name: each,
    in: 'path' as const,
    required: true,
    schema: { type: 'string' },
  }))
  return {
    operationId: name,
    tags: [group],
    summary,
    security: [{ accessToken: [] }],
    parameters: [...inPath, ...parameters(query, 'query')],
    requestBody: {
      required: true,
      content: Object.fromEntries(PICTURES.map((type) => [type, { schema: FILE }])),
    },
    responses: {
      [status]: { description: 'Success', ...(reply && { content: json(jsonSchema(reply, 'output')) }) },
      401: SIGNED_OUT,
      422: BAD_INPUT,
      ...REFUSALS,
    },
  }
}

function operation(name: string, endpoint: Endpoint, tag: string): Operation {
  const security = securityOf(endpoint)
  return {
    operationId: name,
    tags: [tag],
    summary: endpoint.summary,
    security,
    parameters: [...parameters(endpoint.params, 'path'), ...parameters(endpoint.query, 'query')],
    ...(endpoint.body && {
      requestBody: { required: true, content: json(jsonSchema(endpoint.body, 'input')) },
    }),
    responses: {
      [endpoint.status ?? 200]: {
        description: 'Success',
        content: replyContent(endpoint),
      },
      ...(security.length > 0 && { 401: SIGNED_OUT }),
      ...(hasInput(endpoint) && { 422: BAD_INPUT }),
      ...REFUSALS,
    },
  }
}

export type OpenApi = ReturnType<typeof openApi>

interface Api {
  groups: readonly ApiGroup[]
  uploads: readonly UploadDescription[]
}

interface SiteNames {
  siteName: string
  publicUrl: string
  refreshCookie: string
}

/** OpenAPI 3.1 of every endpoint of the contract, by its groups, and of the uploads. */
export function openApi({ groups, uploads }: Api, site: SiteNames) {
  const paths: Record<string, Record<string, Operation>> = {}
  const add = (path: string, method: string, described: Operation) => {
    const template = path.replace(/:(\w+)/g, '{$1}')
    paths[template] = { ...paths[template], [method.toLowerCase()]: described }
  }
  for (const { name: tag, contracts } of groups)
    for (const [name, endpoint] of contracts.flatMap((contract) => Object.entries(contract)))
      add(endpoint.path, endpoint.method, operation(name, endpoint, tag))
  for (const each of uploads) add(each.path, 'put', upload(each))
  return {
    openapi: '3.1.0',
    info: {
      title: `${site.siteName} API`,
      version: '1',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: site.publicUrl }],
    tags: groups.map(({ name, description }) => ({ name, description })),
    paths,
    components: {
      schemas: { Problem: PROBLEM },
      securitySchemes: {
        accessToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        refreshCookie: { type: 'apiKey', in: 'cookie', name: site.refreshCookie },
      },
    },
  }
}
