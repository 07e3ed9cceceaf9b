import { useState } from 'react'
import { useHydrated } from '#web/platform/browser/use-hydrated.ts'
import { tabStorage } from './browser-storage.ts'

/**
 * A text of the screen that survives a reload of this tab; undefined deletes it. The server renders the
 * screen without it.
 */
export function useTabValue(name: string): [string | undefined, (value: string | undefined) => void] {
  const isHydrated = useHydrated()
  const [changed, setChanged] = useState<{ to: string | undefined }>()
  const stored = isHydrated ? (tabStorage.get(name) ?? undefined) : undefined
  function change(to: string | undefined) {
    if (to === undefined) tabStorage.remove(name)
    else tabStorage.set(name, to)
    setChanged({ to })
  }
  return [changed ? changed.to : stored, change]
}
