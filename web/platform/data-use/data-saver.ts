import { deviceStorage } from '#web/platform/offline/browser-storage.ts'

export const DATA_SAVER_KEY = 'sankofa.data-saver'

interface WithConnection {
  connection?: { saveData?: boolean }
}

/** 'on' or 'off' if the person chose it on this device, otherwise null. */
export const readDataSaver = (): string | null => deviceStorage.get(DATA_SAVER_KEY)

/** The choice on this device, otherwise the browser's setting. */
export function isDataSaverOn(): boolean {
  const chosen = readDataSaver()
  if (chosen !== null) return chosen === 'on'
  return (navigator as WithConnection).connection?.saveData === true
}
