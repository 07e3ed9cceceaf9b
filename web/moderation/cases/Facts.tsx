import type { ReactNode } from 'react'

/** Labels and values in two columns. */
export const Facts = ({ facts }: { facts: readonly (readonly [label: string, value: ReactNode])[] }) => (
  <dl className="staff-facts">
    {facts.map(([label, value]) => (
      <div key={label}>
        <dt className="text-muted">{label}</dt>
        <dd dir="auto">{value}</dd>
      </div>
    ))}
  </dl>
)
