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

function parameters(schema: z.ZodMiniType | undefined, place: 'path' | 'query') {
  if (!schema) return []
  const { properties = {}, required = [] } = jsonSchema(schema, 'input')
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
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
      },
    },
  },
}

export interface Operation {
  operationId: string
  summary: string
  parameters: { name: string; in: 'path' | 'query'; required: boolean; schema: JsonSchema }[]
  requestBody?: { required: boolean; content: ReturnType<typeof json> }
  responses: Record<string, { description: string; content: ReplyContent }>
}

function operation(name: string, endpoint: Endpoint): Operation {
  return {
    operationId: name,
    summary: endpoint.summary,
    parameters: [...parameters(endpoint.params, 'path'), ...parameters(endpoint.query, 'query')],
    ...(endpoint.body && {
      requestBody: { required: true, content: json(jsonSchema(endpoint.body, 'input')) },
    }),
    responses: {
      [endpoint.status ?? 200]: {
        description: 'Success',
        content: replyContent(endpoint),
      },
      default: {
        description: 'A refusal, bad input or a fault',
        content: json({ $ref: '#/components/schemas/Problem' }),
      },
    },
  }
}

export type OpenApi = ReturnType<typeof openApi>

/** OpenAPI 3.1 of every endpoint of the contract. */
export function openApi(
  contract: Record<string, Endpoint>,
  info: { title: string; version: string; server: string },
) {
  const paths: Record<string, Record<string, Operation>> = {}
  for (const [name, endpoint] of Object.entries(contract)) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    paths[path] ??= {}
    paths[path][endpoint.method.toLowerCase()] = operation(name, endpoint)
  }
  return {
    openapi: '3.1.0',
    info: { title: `${info.title} API`, version: info.version },
    servers: [{ url: info.server }],
    paths,
    components: { schemas: { Problem: PROBLEM } },
  }
}
