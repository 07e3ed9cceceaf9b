import { readFileSync, globSync } from 'node:fs'
import { expect, test } from '#e2e/journey.ts'

/** Set by scripts, or by Tailwind's own rules in browsers that register properties. */
const SET_ELSEWHERE = /^--(?:tw-|own-rows$|shape$)/

test('Styles use only variables that they define', () => {
  const styles = globSync('dist/client/assets/*.css').map((file) => readFileSync(file, 'utf8'))
  const all = styles.join('\n')
  const used = [...all.matchAll(/var\((--[\w-]+)\)/g)].map(([, name = '']) => name)
  const defined = new Set([...all.matchAll(/(--[\w-]+):/g)].map(([, name = '']) => name))
  expect(used.length).toBeGreaterThan(100)
  expect([...new Set(used)].filter((name) => !defined.has(name) && !SET_ELSEWHERE.test(name))).toEqual([])
})
