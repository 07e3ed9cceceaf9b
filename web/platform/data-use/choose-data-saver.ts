import { DATA_SAVER_COOKIE } from '#contract/rendering/data-saver.ts'
import { deviceStorage } from '#web/platform/offline/browser-storage.ts'
import { DATA_SAVER_KEY, readDataSaver } from './data-saver.ts'

const YEAR_SECONDS = 31_536_000

/**
 * Sets a cookie, because the server chooses the pictures of a page that is opened by its address. Each visit
 * renews it.
 */
export function sendDataSaver(): void {
  const chosen = readDataSaver()
  if (chosen === null) return
  const [prefix, secure] = location.protocol === 'https:' ? ['__Secure-', '; Secure'] : ['', '']
  document.cookie = `${prefix}${DATA_SAVER_COOKIE}=${chosen}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax${secure}`
}

/** Pages stored for use offline may name large pictures. */
async function forgetStoredPages() {
  for (const name of await caches.keys()) if (name.startsWith('pages-')) await caches.delete(name)
}

export function setDataSaver(isOn: boolean): void {
  deviceStorage.set(DATA_SAVER_KEY, isOn ? 'on' : 'off')
  sendDataSaver()
  if (isOn && 'caches' in window) void forgetStoredPages().catch(() => undefined)
}
