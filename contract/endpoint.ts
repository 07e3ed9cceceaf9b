import type * as z from 'zod/mini'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * Callers that an endpoint accepts. Without an access token, `signed-in`, `participant` and `owner` calls are refused with
 * `authentication-required` (401). Strangers get 403 from a conversation's `participant` calls, and 404 from
 * `owner` calls, which do not reveal that the thing exists. `moderator` and `administrator` calls look
 * nonexistent (404) to anybody without that role, including anonymous clients, and need a session that passed
 * a second step within the hour (`second-step-required`). `refresh-cookie` is a session without its access
 * token.
 */
export type Access =
  | 'everyone'
  | 'refresh-cookie'
  | 'signed-in'
  | 'participant'
  | 'owner'
  | 'moderator'
  | 'administrator'

/** One API call, as plain data. Every schema is zod/mini, so that form, request and reply share it. */
export interface Endpoint {
  method: Method
  /** Path with parameters: `/api/products/:id`. */
  path: string
  access: Access
  /** A sentence for the API page. */
  summary: string
  params?: z.ZodMiniType
  query?: z.ZodMiniType
  body?: z.ZodMiniType
  reply: z.ZodMiniType
  /**
   * Refused with `reauthentication-required` unless the person signed in or proved their identity within ten
   * minutes. For staff calls refused with `second-step-required` unless a code of their second factor was
   * entered in the session within that time.
   */
  freshProof?: true
  /** Set if the reply is a file: `reply` then describes its bytes as a string instead of JSON. */
  contentType?: 'application/zip'
  /** Status of a successful reply; 200 by default. */
  status?: 200 | 201 | 202
  /**
   * Seconds for which any cache may reuse the reply; 0 revalidates each time (304 if unchanged). Replies
   * without it are never stored.
   */
  cacheSeconds?: number
}

export type Endpoints = Readonly<Record<string, Endpoint>>

export const endpoint = <const E extends Endpoint>(definition: E): E => definition

/** True if callers must send an access token. */
export type NeedsSession<E extends Endpoint> = E['access'] extends 'everyone' | 'refresh-cookie'
  ? false
  : true

export const needsSession = ({ access }: Endpoint): boolean =>
  access !== 'everyone' && access !== 'refresh-cookie'

/** The role that callers must have. */
export const roleFor = ({ access }: Endpoint): 'moderator' | 'administrator' | undefined =>
  access === 'moderator' || access === 'administrator' ? access : undefined

type SchemaOf<E extends Endpoint, Part extends 'params' | 'query' | 'body'> = E[Part] extends z.ZodMiniType
  ? E[Part]
  : never

/** A caller's input: only the parts that the endpoint declares. */
export type Input<E extends Endpoint> = (E['params'] extends z.ZodMiniType
  ? { params: z.input<SchemaOf<E, 'params'>> }
  : unknown) &
  (E['query'] extends z.ZodMiniType ? { query?: z.input<SchemaOf<E, 'query'>> } : unknown) &
  (E['body'] extends z.ZodMiniType ? { body: z.input<SchemaOf<E, 'body'>> } : unknown)

/** A handler's parsed input. */
export type Parsed<E extends Endpoint> = {
  [Part in 'params' | 'query' | 'body']: E[Part] extends z.ZodMiniType
    ? z.output<SchemaOf<E, Part>>
    : undefined
}

export type Reply<E extends Endpoint> = z.output<E['reply']>
