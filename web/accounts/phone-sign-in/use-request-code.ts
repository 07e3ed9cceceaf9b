import { useCallback, useRef, useState } from 'react'
import { useApi } from '#web/platform/api/api-context.ts'
import { ApiError } from '#web/platform/api/client.ts'
import { solveCheck } from './solve-check.ts'

const needsCheck = (error: unknown) => error instanceof ApiError && error.code === 'browser-check-needed'

/**
 * Requests a code. The browser has to compute something first, which starts in the background with `prepare`.
 */
export function useRequestCode() {
  const api = useApi()
  const prepared = useRef<Promise<string>>(undefined)
  const [isChecking, setChecking] = useState(false)

  const prepare = useCallback((): Promise<string> => {
    const proof = prepared.current ?? api.call('checkBrowser', { body: {} }).then(solveCheck)
    // The failure shows when a code is requested.
    proof.catch(() => undefined)
    prepared.current = proof
    return proof
  }, [api])

  async function takeProof(): Promise<string> {
    setChecking(true)
    try {
      return await prepare()
    } finally {
      // Each answer can be used once.
      prepared.current = undefined
      setChecking(false)
    }
  }

  const send = async (phone: string) =>
    api.call('requestPhoneSignIn', { body: { phone, proof: await takeProof() } })

  /** The prepared answer may have expired. */
  async function request(phone: string) {
    try {
      return await send(phone)
    } catch (error) {
      if (needsCheck(error)) return send(phone)
      throw error
    }
  }

  return { prepare, request, isChecking }
}
