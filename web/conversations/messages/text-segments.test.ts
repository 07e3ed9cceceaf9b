import fc from 'fast-check'
import { expect, it } from 'vitest'
import { textSegments } from './text-segments.ts'

const at = (path: string) => `https://example.com/${path}`
const links = (content: string) => textSegments(content).flatMap(({ href }) => href ?? [])

it.each([
  ['See https://example.com/a?b=c#d.', ['https://example.com/a?b=c#d']],
  ['(http://example.com/x), and HTTPS://EXAMPLE.com', ['http://example.com/x', 'https://example.com/']],
  ['https://en.wikipedia.org/wiki/Kente_(cloth)', ['https://en.wikipedia.org/wiki/Kente_(cloth)']],
  ['“https://example.com/a”, „https://example.com/b“ «https://example.com/c».', ['a', 'b', 'c'].map(at)],
  ['‘https://example.com/a’s and ‹https://example.com/b›', ['a', 'b'].map(at)],
  ['（https://example.com/a）です 【https://example.com/b】。', ['a', 'b'].map(at)],
  ['「https://example.com/a」 《https://example.com/b》 [x](https://example.com/c)', ['a', 'b', 'c'].map(at)],
  ['(https://example.com/a_(b)). {https://example.com/c[1]}', ['a_(b)', 'c[1]'].map(at)],
  [
    'https://example.com/a。 https://example.com/b؟ https://example.com/c…!? `https://example.com/d`',
    ['a', 'b', 'c', 'd'].map(at),
  ],
  [
    'https://example.com/a,b;c:d!e.f?g=(h)&i=j https://example.com/k(',
    ['a,b;c:d!e.f?g=(h)&i=j', 'k'].map(at),
  ],
  ['javascript:alert(1) data:text/html,x ftp://example.com www.example.com', []],
  ['https:// and http://[', []],
  ['<a href="https://example.com">x</a>', ['https://example.com/']],
  ['https://bank.example@evil.example/ http://a:b@evil.example', []],
  [
    'https://example.com/\u202egpj.exe https://example.com\u2066/x',
    ['https://example.com/', 'https://example.com/'],
  ],
  ['', []],
])('finds the addresses of %j', (content, expected) => {
  expect(links(content)).toEqual(expected)
})

it('keeps the whole text', () => {
  const pieces = fc.constantFrom(
    'https://',
    'http://',
    'a.com',
    '(',
    ')',
    '）',
    '”',
    '.',
    ' ',
    '\n',
    'javascript:',
    '"',
    '<',
    'é',
  )
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 12 }), (all) => {
      const content = all.join('')
      const segments = textSegments(content)
      expect(segments.map(({ text }) => text).join('')).toBe(content)
      const addresses = links(content)
      expect(addresses.filter((address) => /^https?:\/\//.test(address))).toEqual(addresses)
    }),
  )
})
