import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'

/** JSON Schema 2020-12, as far as the contract's schemas become it. */
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

const json = (schema: JsonSchema) => ({ 'application/json': { schema } })

type ReplyContent = Record<string, { schema: JsonSchema }>

const replyContent = ({ contentType, reply }: Endpoint): ReplyContent =>
  contentType
    ? { [contentType]: { schema: { type: 'string', format: 'binary' } } }
    : json(jsonSchema(reply, 'output'))

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

/** What a call must bring: the names of its security schemes; none for what anyone may call. */
type Security = Record<string, string[]>[]

export interface Operation {
  operationId: string
  summary: string
  security: Security
  parameters: { name: string; in: 'path' | 'query'; required: boolean; schema: JsonSchema }[]
  requestBody?: { required: boolean; content: ReturnType<typeof json> }
  responses: Record<string, { description: string; content: ReplyContent }>
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

function operation(name: string, endpoint: Endpoint): Operation {
  const security = securityOf(endpoint)
  return {
    operationId: name,
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
      ...(security.length > 0 && { 401: problemReply('Nobody is signed in, or the session has ended') }),
      ...(hasInput(endpoint) && { 422: problemReply('Bad input, field by field') }),
      '4XX': problemReply('A refusal'),
      '5XX': problemReply('A fault, or the site is very busy'),
    },
  }
}

export type OpenApi = ReturnType<typeof openApi>

/** OpenAPI 3.1 of every endpoint of the contract. */
export function openApi(
  contract: Record<string, Endpoint>,
  site: { siteName: string; publicUrl: string; refreshCookie: string },
) {
  const paths: Record<string, Record<string, Operation>> = {}
  for (const [name, endpoint] of Object.entries(contract)) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    paths[path] ??= {}
    paths[path][endpoint.method.toLowerCase()] = operation(name, endpoint)
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `${site.siteName} API`,
      version: '1',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: site.publicUrl }],
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
