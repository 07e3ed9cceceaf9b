import { PAGES } from '#contract/pages.ts'

const PATTERNS = Object.keys(PAGES).map((path) => ({
  path,
  pattern: new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`),
}))

/** Finds the page of a path in the notation of `contract/pages.ts`; '*' if there is none. */
export const pageOf = (pathname: string): string =>
  PATTERNS.find(({ pattern }) => pattern.test(pathname))?.path ?? '*'
