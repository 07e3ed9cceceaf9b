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
    '+233241234567; drop',
    '+233241234567,+233241234568',
    '++233241234567',
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
])('the code %j gets the problem %s', (code, problem) => {
  expect(firstProblem(PhoneProof, { phone: '0241234567', code })).toBe(problem)
})
