import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { PhoneNumber, PhoneProof } from './phone.ts'

const firstProblem = (schema: z.ZodMiniType, input: unknown) =>
  z.safeParse(schema, input).error?.issues[0]?.message

describe('PhoneNumber', () => {
  it.each([
    ['0241234567', '+233241234567'],
    ['024 123 4567', '+233241234567'],
    ['(024) 123-4567', '+233241234567'],
    ['241234567', '+233241234567'],
    ['+233241234567', '+233241234567'],
    ['233241234567', '+233241234567'],
    ['00233 24 123 4567', '+233241234567'],
    ['+233 (0) 24 123 4567', '+233241234567'],
    ['+44 20 7946 0018', '+442079460018'],
    ['+1 212 555 0123', '+12125550123'],
    ['447700900123', '+447700900123'],
    ['++233241234567', '+233241234567'],
    ['+44 (0)20 7946 0018', '+442079460018'],
    ['WhatsApp: 024 123 4567', '+233241234567'],
    ['https://wa.me/233241234567', '+233241234567'],
    ['+233241234567; Kofi', '+233241234567'],
    ['\u202a+233 24 123 4567\u202c', '+233241234567'],
    ['\uff10\uff12\uff14 123 4567', '+233241234567'],
  ])('reads %s as %s', (typed, number) => {
    expect(z.parse(PhoneNumber, typed)).toBe(number)
  })

  it.each([
    '024123456',
    '02412345678',
    '+23324123456',
    '+2332412345678',
    '+0241234567',
    '+1234567890123456',
    '12345',
    'zero two four',
    '+233241234567,+233241234568',
  ])('rejects %s', (typed) => {
    expect(firstProblem(PhoneNumber, typed)).toBe('Invalid phone number format')
  })

  it.each(['', '   '])('reports %j as missing', (typed) => {
    expect(firstProblem(PhoneNumber, typed)).toBe('Please enter a phone number')
  })
})

it.each([
  ['', 'Please enter the verification code'],
  ['123', 'Invalid verification code'],
  ['12345', 'Invalid verification code'],
  ['12a4', 'Invalid verification code'],
  ['1234', undefined],
  ['12 34', undefined],
  ['\u202a1234\u202c', undefined],
  ['Your code is 1234. Do not share it.', undefined],
])('the code %j gets the problem %s', (code, problem) => {
  expect(firstProblem(PhoneProof, { phone: '0241234567', code })).toBe(problem)
})
