import { type ReactNode, useState } from 'react'

interface FilterGroupProps {
  label: string
  isOpenAtFirst: boolean
  children: ReactNode
}

/** Some of the filters under a heading that folds them. */
export function FilterGroup({ label, isOpenAtFirst, children }: FilterGroupProps) {
  const [isOpen, setOpen] = useState(isOpenAtFirst)
  return (
    <details
      aria-label={label}
      className="-mt-2"
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="py-3 text-sm font-semibold">{label}</summary>
      {children}
    </details>
  )
}
