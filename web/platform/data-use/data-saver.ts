import { deviceStorage } from '#web/platform/offline/browser-storage.ts'

const STORAGE_KEY = 'sankofa.data-saver'

interface WithConnection {
  connection?: { saveData?: boolean }
}

/** As chosen on this device, else as the browser is set. */
export function isDataSaverOn(): boolean {
  const chosen = deviceStorage.get(STORAGE_KEY)
  if (chosen !== null) return chosen === 'on'
  return (navigator as WithConnection).connection?.saveData === true
}

export function setDataSaver(isOn: boolean): void {
  deviceStorage.set(STORAGE_KEY, isOn ? 'on' : 'off')
}
