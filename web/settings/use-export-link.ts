import { useEffect, useState } from 'react'
import { takeLinkSecret } from '#web/accounts/sessions/link-secret.ts'

/** The secret of the mailed link, out of the address at once; also of a link opened while the page is open. */
export function useExportLink(): string | undefined {
  const [token, setToken] = useState<string>()
  useEffect(() => {
    const take = () => {
      const secret = takeLinkSecret('export')
      if (secret) setToken(secret)
    }
    take()
    addEventListener('hashchange', take)
    return () => removeEventListener('hashchange', take)
  }, [])
  return token
}
