import { expect, it } from 'vitest'
import { isolated } from './isolated.ts'

it.each(['שלום', 'Kofi שלום', 'أما', 'ߊߡߊ', '𞤀𞤥𞤢'])('isolates the text direction of %s', (text) => {
  expect(`You blocked ${isolated(text)}.`).toBe(`You blocked \u2068${text}\u2069.`)
})

it.each(['Ama Mensah', 'Ɔkɔmfo Anɔkye', '', '5 😀', 'Αμα', '你好'])('leaves %j unchanged', (text) => {
  expect(isolated(text)).toBe(text)
})
