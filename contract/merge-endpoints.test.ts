import { expect, expectTypeOf, it } from 'vitest'
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { mergeEndpoints } from './merge-endpoints.ts'

const get = <const Path extends string>(path: Path) =>
  endpoint({ method: 'GET', path, access: 'everyone', summary: '', reply: z.object({}) })

it('joins the endpoints of all domains', () => {
  const merged = mergeEndpoints({ one: get('/one') }, { two: get('/two') })
  expect(Object.keys(merged)).toEqual(['one', 'two'])
  expectTypeOf(merged.two.path).toEqualTypeOf<'/two'>()
})

it('refuses a name that two domains declare, at run time and by type', () => {
  expect(() => {
    const merged = mergeEndpoints({ one: get('/one') }, { one: get('/other') })
    expectTypeOf(merged).toBeNever()
  }).toThrow('one (GET /other) is declared twice')
})

it('refuses an address that two endpoints declare', () => {
  expect(() => mergeEndpoints({ one: get('/one') }, { two: get('/one') })).toThrow('two (GET /one)')
})
