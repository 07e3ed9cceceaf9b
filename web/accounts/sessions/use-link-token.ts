import { useEffect, useState } from 'react'
import { takeLinkSecret } from './link-secret.ts'

/** The secret of the address, also of one that is opened in the same tab later. */
export function useLinkToken(): string | undefined {
  const [token, setToken] = useState<string>()
  useEffect(() => {
    const take = () => setToken((before) => takeLinkSecret('token') ?? before)
    take()
    addEventListener('hashchange', take)
    return () => removeEventListener('hashchange', take)
  }, [])
  return token
}
