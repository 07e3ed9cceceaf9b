import { useEffect, useState } from 'react'
import { takeLinkSecret } from './link-secret.ts'

/** A secret of the address, which is taken out of it at once; also of one that is opened in the same tab later. */
export function useLinkSecret(name: string): string | undefined {
  const [secret, setSecret] = useState<string>()
  useEffect(() => {
    const take = () => setSecret((before) => takeLinkSecret(name) ?? before)
    take()
    addEventListener('hashchange', take)
    return () => removeEventListener('hashchange', take)
  }, [name])
  return secret
}
