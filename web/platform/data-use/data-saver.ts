import { deviceStorage } from '#web/platform/offline/browser-storage.ts'

export const DATA_SAVER_KEY = 'sankofa.data-saver'

interface WithConnection {
  connection?: { saveData?: boolean }
}

/** 'on' or 'off', if chosen on this device. */
export const readDataSaver = (): string | null => deviceStorage.get(DATA_SAVER_KEY)

/** As chosen on this device, else as the browser is set. */
export function isDataSaverOn(): boolean {
  const chosen = readDataSaver()
  if (chosen !== null) return chosen === 'on'
  return (navigator as WithConnection).connection?.saveData === true
}
