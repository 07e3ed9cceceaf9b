import { expect, test } from 'vitest'
import { findRetiredWords } from './find-retired-words.ts'

const PLANTED: [path: string, text: string, words: string[]][] = [
  ['server/a.ts', 'const newsOfDay = 1', ['news']],
  ['server/a.ts', 'live.toPeople(ids)', ['to people']],
  ['server/a.ts', 'if (!mayTalk(person)) return', ['talk']],
  ['server/a.ts', '/** Whoever hears of it. */', ['hear', 'whoever']],
  ['server/a.ts', "say('news') // told twice", ['told']],
  ['server/kept-rows.ts', '', ['kept']],
  ['server/a/functions.sql', "-- The news.\nselect told_it, told_at, place, 'news' from t", ['news', 'told']],
  ['server/a.test.ts', "test.each(rows)('tells of it', () => expect('news'))", ['told']],
  ['server/a.test.ts', 'it(`is asked ${often}`, run)', ['ask']],
  ['server/a.ts', 'const text = `in ${news}`', ['news']],
  ['server/a.ts', 'const { news } = preferences', ['news']],
  ['server/a.ts', 'const { news: channels } = { ...preferences.news, news: 1, places: keepAlive }', []],
  ['web/A.tsx', 'const A = () => <p title="x">The news you asked for</p>', []],
  ['server/a.ts', '// It keeps its letters and tries again, to people in turn.', []],
  ['server/a.ts', 'const newsletter = `news`', []],
  ['server/a.ts', 'const talkative = taskList', []],
]

test.each(PLANTED)('%s is checked for words: %s', (path, text, words) => {
  expect(
    findRetiredWords(path, text)
      .map(({ word }) => word)
      .toSorted(),
  ).toEqual(words)
})

test("a finding has its line, or 0 for the file's name", () => {
  const found = findRetiredWords('server/news.ts', '// one\n// two\n// the news\n')
  expect(found.map(({ line }) => line)).toEqual([0, 3])
})
