import { expect, it } from 'vitest'
import { someAgreement } from '#testing/market/some-conversation.ts'
import type { Role, StepKind } from './steps.ts'
import { stepText } from './texts.ts'

const textOf = (kind: StepKind, reader: Role, by: Role | null = null) =>
  stepText(
    { kind, by, agreement: someAgreement({ state: 'ended', due: null }) },
    { reader, other: 'Ama', title: 'Samsung A54', money: String, moment: String },
  )

it('tells a seller and a buyer of a lapsed reservation what each can do', () => {
  expect(textOf('lapsed', 'seller')).toBe('The reservation has ended. Did you meet?')
  expect(textOf('lapsed', 'buyer')).toMatch(/the seller can still confirm it\.$/)
})

it.each<Role>(['buyer', 'seller'])('asks a %s to reload at a step of a newer version', (reader) => {
  expect(textOf('exchange' as StepKind, reader, 'seller')).toBe('Reload the page to read this.')
})
