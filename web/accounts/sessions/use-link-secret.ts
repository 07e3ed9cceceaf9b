import { useEffect, useState } from 'react'
import { takeLinkSecret } from './link-secret.ts'

/**
 * A secret of the address, which is removed from it at once. It also handles a link that is opened later in
 * the same tab.
 */
export function useLinkSecret(name: string): string | undefined {
  const [secret, setSecret] = useState<string>()
  useEffect(() => {
    function take() {
      const taken = takeLinkSecret(name)
      if (taken) setSecret(taken)
    }
    take()
    addEventListener('hashchange', take)
    return () => removeEventListener('hashchange', take)
  }, [name])
  return secret
}
