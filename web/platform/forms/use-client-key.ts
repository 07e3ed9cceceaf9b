import { useRef } from 'react'

/**
 * Returns a function that names a message for the server. The same message keeps its key, so that another
 * attempt after a lost answer does not send it twice.
 */
export function useClientKey() {
  const last = useRef({ text: '', key: '' })
  return (message: object): string => {
    const text = JSON.stringify(message)
    if (last.current.text !== text) last.current = { text, key: crypto.randomUUID() }
    return last.current.key
  }
}
