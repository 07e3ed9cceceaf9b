import { useState } from 'react'
import { Button } from '#web/platform/ui/Button.tsx'
import { type Person, useBlock } from './use-block.ts'

interface UnblockButtonProps {
  person: Person
  look?: 'primary' | 'quiet'
  /** An accessible name that makes sense without the text beside the button. */
  label?: string
}

export function UnblockButton({ person, look, label }: UnblockButtonProps) {
  const change = useBlock(person)
  const [isBusy, setBusy] = useState(false)
  async function unblock() {
    setBusy(true)
    await change(false)
    setBusy(false)
  }
  return (
    <Button look={look} aria-label={label} aria-disabled={isBusy} onClick={() => isBusy || void unblock()}>
      Unblock
    </Button>
  )
}
