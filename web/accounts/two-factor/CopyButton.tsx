import { useState } from 'react'
import { Button } from '#web/platform/ui/Button.tsx'

export function CopyButton({ text, label }: { text: string; label: string }) {
  const [result, setResult] = useState<'copied' | 'failed'>()

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      setResult('copied')
    } catch {
      // The address is insecure, or the person refused.
      setResult('failed')
    }
  }

  return (
    <span className="inline-flex flex-wrap items-center gap-x-3">
      <Button onClick={() => void copy()}>{label}</Button>
      <span role="status" className="text-sm text-muted">
        {result === 'copied' && 'Copied'}
        {result === 'failed' && 'Please select and copy it yourself.'}
      </span>
    </span>
  )
}
