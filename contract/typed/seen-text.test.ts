import { describe, expect, it } from 'vitest'
import { plainNumberText, seenLine, seenText } from './seen-text.ts'

describe('a text as people see it', () => {
  it.each([
    ['a description copied from WhatsApp', '\u2068Fridge\u2069, good', 'Fridge, good'],
    ['reversed words', 'exe.\u202egnp', 'exe.gnp'],
    ['soft hyphens', 'refri\u00adgerator', 'refrigerator'],
    ['a byte order mark', '\ufeffFan', 'Fan'],
    ['spaces without width', 'Fan\u200b, old\u2060', 'Fan, old'],
    ['joiners between Latin letters', 'fa\u200dn\u200c', 'fan'],
    ['control signs', 'Fan\u0000\u0007', 'Fan'],
    ['half of a pair', 'Fan\ud83d', 'Fan'],
    ['Hangul fillers', '\u3164Fan\u115f', 'Fan'],
    ['no-break and thin spaces', '1\u00a0250\u2009GH', '1 250 GH'],
    ['line ends of other systems', 'One\r\nTwo\rThree\u2028Four\u0085Five', 'One\nTwo\nThree\nFour\nFive'],
    ['letters in another dress', 'ｉＰｈｏｎｅ 𝐩𝐫𝐨 ﬁne, non‑stop', 'iPhone pro fine, non-stop'],
    ['letters in two parts', 'Jose\u0301', 'José'],
    ['a family', '👨‍👩‍👧 fan', '👨‍👩‍👧 fan'],
    ['a heart in colour', '❤️ fan', '❤️ fan'],
    ['skin and profession', '👩🏾‍⚕️', '👩🏾‍⚕️'],
    ['the flag of Scotland', '🏴󠁧󠁢󠁳󠁣󠁴󠁿!', '🏴󠁧󠁢󠁳󠁣󠁴󠁿!'],
    ['keycaps', '1️⃣', '1️⃣'],
    ['Persian with its joiner', 'می‌خواهم', 'می‌خواهم'],
  ])('is plain for %s', (_, typed, seen) => {
    expect(seenText(typed)).toBe(seen)
    expect(seenText(seen)).toBe(seen)
  })

  it.each(['', ' \n\t ', '\u200b\ufeff', '\u3164\u3164', '\u2800\u2800', '\u202e\u2066', '\ufe0f'])(
    'is empty for %j',
    (typed) => {
      expect(seenText(typed)).toBe('')
    },
  )

  it('has spaces for tabs and line ends if it is one line', () => {
    expect(seenLine('Fan\t16  inch\n\nold\u2028new')).toBe('Fan 16 inch old new')
  })
})

describe('the text of a number', () => {
  it.each([
    ['\u202a+233 24 123 4567\u202c', '+233 24 123 4567'],
    ['０２４１２３４５６７', '0241234567'],
    ['٠٢٤١٢٣', '024123'],
    ['𝟎𝟐𝟒 𝟙𝟚', '024 12'],
    ['024–123‑4567', '024-123-4567'],
    ['＋233', '+233'],
    ['1️⃣2️⃣', '12'],
  ])('%s is %s', (typed, plain) => {
    expect(plainNumberText(typed)).toBe(plain)
  })
})
