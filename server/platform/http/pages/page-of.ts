import { PAGES } from '#contract/pages.ts'

const PATTERNS = Object.keys(PAGES).map((path) => ({
  path,
  pattern: new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`),
}))

/** The page that a path leads to, as `contract/pages.ts` writes it; '*' where there is none. */
export const pageOf = (pathname: string): string =>
  PATTERNS.find(({ pattern }) => pattern.test(pathname))?.path ?? '*'
