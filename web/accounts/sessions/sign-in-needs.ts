import { deviceStorage } from '#web/platform/offline/browser-storage.ts'

const ATTEMPT = 'sankofa.attempt'

/** Tests a cookie, because a browser that refuses them may claim the opposite. */
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

/**
 * Names the storage that this browser refuses although every session needs it; undefined if nothing is
 * missing.
 */
export function missingForSignIn(): string | undefined {
  const missing = [...(takesCookies() ? [] : ['cookies']), ...(takesStorage() ? [] : ['site data'])]
  if (missing.length === 0) return undefined
  return `Your browser blocks ${missing.join(' and ')} for this site. You need them to log in. Allow them in the browser's settings and reload this page.`
}
