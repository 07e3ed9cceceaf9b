import type * as z from 'zod/mini'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** One call over the wire, as plain data. Every schema is zod/mini, so that form, request and reply share it. */
export interface Endpoint {
  method: Method
  /** Hono style: `/api/products/:id` */
  path: string
  /** One sentence for the API page. */
  summary: string
  params?: z.ZodMiniType
  query?: z.ZodMiniType
  body?: z.ZodMiniType
  reply: z.ZodMiniType
  /** Only for people with a session; others are refused with `authentication-required`. */
  signedIn?: true
  /** Of a reply that is a file: `reply` is then its bytes as a string, and no JSON. */
  contentType?: 'application/zip'
  /** Status of a successful reply; 200 unless told. */
  status?: 200 | 201 | 202
  /**
   * Seconds that any cache may keep the reply without asking; 0 has it ask each time and get a 304 when
   * nothing changed. Absent: never stored.
   */
  cacheSeconds?: number
}

export const endpoint = <const E extends Endpoint>(definition: E): E => definition

type SchemaOf<E extends Endpoint, Part extends 'params' | 'query' | 'body'> = E[Part] extends z.ZodMiniType
  ? E[Part]
  : never

/** What a caller passes: only the parts that the endpoint declares. */
export type Input<E extends Endpoint> = (E['params'] extends z.ZodMiniType
  ? { params: z.input<SchemaOf<E, 'params'>> }
  : unknown) &
  (E['query'] extends z.ZodMiniType ? { query?: z.input<SchemaOf<E, 'query'>> } : unknown) &
  (E['body'] extends z.ZodMiniType ? { body: z.input<SchemaOf<E, 'body'>> } : unknown)

/** What a handler receives, parsed. */
export type Parsed<E extends Endpoint> = {
  [Part in 'params' | 'query' | 'body']: E[Part] extends z.ZodMiniType
    ? z.output<SchemaOf<E, Part>>
    : undefined
}

export type Reply<E extends Endpoint> = z.output<E['reply']>
