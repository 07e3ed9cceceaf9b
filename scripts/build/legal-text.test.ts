import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseLegalText } from './legal-text.ts'

const HEAD =
  '---\nversion: 2\nupdated: 2026-11-26\nbefore: 2024-12-14\ndescription: All about {siteName}.\n---\n'
const parse = (text: string) => parseLegalText(HEAD + text)

describe('a legal text', () => {
  it('has a version, dates and sections', () => {
    expect(parse('\nIn short.\n\n## First {#first}\n\nText.\n')).toEqual({
      version: 2,
      updated: 'November 26, 2026',
      before: 'December 14, 2024',
      description: 'All about {siteName}.',
      lead: [['lead', '', 'In short.']],
      sections: [{ id: 'first', title: 'First', contents: [['p', '', 'Text.']] }],
    })
  })

  it.each([
    ['[tips](/safety) and **more**', ['p', '', ['a', '/safety', 'tips'], ' and ', ['strong', '', 'more']]],
    ['### A question?', ['h3', '', 'A question?']],
    ['- one\n- two', ['ul', '', ['li', '', 'one'], ['li', '', 'two']]],
    ['1. one', ['ol', '', ['li', '', 'one']]],
    [
      '- **Access**: Ask [us](/contact).',
      ['dl', '', ['dt', '', 'Access'], ['dd', '', 'Ask ', ['a', '/contact', 'us'], '.']],
    ],
    ['- **Everyone** sees it', ['ul', '', ['li', '', ['strong', '', 'Everyone'], ' sees it']]],
    ['> Careful.', ['note', '', 'Careful.']],
    [
      '| a |\n| - |\n| b |',
      ['table', '', ['thead', '', ['tr', '', ['th', '', 'a']]], ['tbody', '', ['tr', '', ['td', '', 'b']]]],
    ],
    ['<!-- part: cookie-choices -->', ['part', 'cookie-choices']],
    ['Dial **\\*#06#**', ['p', '', 'Dial ', ['strong', '', '*', '#06#']]],
  ])('shows %j', (text, node) => {
    expect(parse(`## Section {#section}\n\n${text}`).sections[0]?.contents).toEqual([node])
  })

  it.each([
    ['## A title without an id', 'needs an id'],
    ['<script>alert(1)</script>', 'cannot be used'],
    ['![photo](/a.png)', 'cannot be used'],
    ['[elsewhere](https://example.com)', 'does not lead to a page'],
    ['`code`', 'cannot be used'],
  ])('refuses %j', (text, message) => {
    expect(() => parse(text)).toThrow(message)
  })

  it('must begin with its version and date', () => {
    expect(() => parseLegalText('Text')).toThrow('begins with its version')
  })

  it.each([
    ['updated: 2026-11-26', 'updated: soon', 'is not a date'],
    ['updated: 2026-11-26', 'updated: 2026-02-30', 'is not a date'],
    ['before: 2024-12-14', 'before: 14 December 2024', 'is not a date'],
    ['version: 2', 'version: two', 'is not a whole number'],
    ['version: 2', 'version: 0', 'is not a whole number'],
  ])('refuses a head with %j replaced by %j', (valid, invalid, message) => {
    expect(() => parseLegalText(HEAD.replace(valid, invalid))).toThrow(`'${invalid}' in the head`)
    expect(() => parseLegalText(HEAD.replace(valid, invalid))).toThrow(message)
  })
})

it('every file of legal/ can be read', () => {
  const folder = join(import.meta.dirname, '../../legal')
  const files = readdirSync(folder)
  expect(files).toHaveLength(5)
  for (const file of files)
    expect(parseLegalText(readFileSync(join(folder, file), 'utf8')).sections.length, file).toBeGreaterThan(4)
})
