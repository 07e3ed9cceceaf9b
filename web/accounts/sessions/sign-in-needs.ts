import { deviceStorage } from '#web/platform/offline/browser-storage.ts'

const ATTEMPT = 'sankofa.attempt'

/** Tried, since a browser that refuses them may say otherwise. */
function takesCookies(): boolean {
  try {
    document.cookie = `${ATTEMPT}=1; Path=/; SameSite=Strict`
    const isTaken = document.cookie.includes(ATTEMPT)
    document.cookie = `${ATTEMPT}=; Path=/; SameSite=Strict; Max-Age=0`
    return isTaken
  } catch {
    return false
  }
}

function takesStorage(): boolean {
  const isTaken = deviceStorage.set(ATTEMPT, '')
  deviceStorage.remove(ATTEMPT)
  return isTaken
}

/** What this browser refuses to the site without which nobody stays signed in; undefined when nothing is missing. */
export function missingForSignIn(): string | undefined {
  const missing = [...(takesCookies() ? [] : ['cookies']), ...(takesStorage() ? [] : ['site data'])]
  if (missing.length === 0) return undefined
  return `Signing in needs ${missing.join(' and ')}, which your browser blocks for this site. Allow it in the browser's settings and load this page again.`
}
