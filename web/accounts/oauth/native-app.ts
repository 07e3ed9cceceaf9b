import type { Provider } from '#contract/site.ts'
import { deviceStorage } from '#web/platform/offline/browser-storage.ts'

/** Functions of a native app that shows the site in a web view; see docs/native-app.md. */
export interface NativeApp {
  /** Opens an address in the device's browser, because providers refuse to be shown in a web view. */
  open(address: string): void
  /** Closes the window that shows `/auth/callback`, or leaves the app. */
  close(): void
}

declare global {
  interface Window {
    nativeApp?: NativeApp
  }
}

const STORAGE_KEY = 'sankofa.native-sign-in'

export const nativeApp = (): NativeApp | undefined => window.nativeApp

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

/**
 * Opens a provider's page in the device's browser. Only this web view keeps the verifier that the provider's
 * code needs.
 */
export async function beginNativeSignIn(app: NativeApp, provider: Provider): Promise<void> {
  const verifier = base64url(crypto.getRandomValues(new Uint8Array(32)))
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))
  deviceStorage.set(STORAGE_KEY, verifier)
  const challenge = base64url(new Uint8Array(hash))
  app.open(`${location.origin}/api/auth/oauth/${provider}?native=${challenge}`)
}

/** Verifier of the last sign-in attempt; it can be used once. */
export function takeNativeVerifier(): string {
  const verifier = deviceStorage.get(STORAGE_KEY) ?? ''
  deviceStorage.remove(STORAGE_KEY)
  return verifier
}
