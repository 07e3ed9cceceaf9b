import { useMemo, useState } from 'react'
import { useHydrated } from '#web/platform/browser/use-hydrated.ts'
import { findPendingCode, forgetPendingCode } from './pending-code.ts'
import { NOTHING_TYPED, type Typed } from './use-phone-sign-in.ts'

/** Whether somebody logs in by phone, and the typed text; both survive a reload while the code is valid. */
export function usePhoneOption() {
  const isHydrated = useHydrated()
  const pending = useMemo(() => (isHydrated ? findPendingCode() : undefined), [isHydrated])
  const [chosen, setChosen] = useState<boolean>()
  const [typed, setTyped] = useState<Typed>()
  return {
    isByPhone: chosen ?? pending !== undefined,
    start: () => setChosen(true),
    form: {
      typed: typed ?? pending ?? NOTHING_TYPED,
      onTyped: setTyped,
      onBack() {
        forgetPendingCode()
        setChosen(false)
      },
    },
  }
}
