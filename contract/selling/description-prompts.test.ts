import { expect, it } from 'vitest'
import { DESCRIPTION_PROMPTS, withoutOpenPrompts } from './description-prompts.ts'

it.each<[string, string]>([
  ['', ''],
  ['Clean, with charger.', 'Clean, with charger.'],
  [DESCRIPTION_PROMPTS.smartphone.join('\n'), ''],
  ['Screen and back: \nWhy I am selling: new phone', 'Why I am selling: new phone'],
  ['My own words\n\nWorn: \nFits:   ', 'My own words'],
  ['What comes with it:\n- charger\n- box', 'What comes with it:\n- charger\n- box'],
  ['What comes with it:\n\nCall me', 'Call me'],
  ['Comes with:\nWorn: twice', 'Comes with:\nWorn: twice'],
  ['Two lines\n\n\nof my own ', 'Two lines\n\n\nof my own '],
])('%j is cleaned to %j', (description, expected) => {
  expect(withoutOpenPrompts(description)).toBe(expected)
})
