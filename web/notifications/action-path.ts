import { ownPath } from '#contract/own-path.ts'

/** Where 'View' may lead: an own path, or nowhere. The server says so too; a link is worth checking twice. */
export const actionPath = (url: string | null): string | null =>
  url !== null && ownPath(url) === url ? url : null
