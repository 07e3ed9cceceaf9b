/** Labels and values in two columns. */
export const Facts = ({ facts }: { facts: readonly (readonly [label: string, text: string])[] }) => (
  <dl className="staff-facts">
    {facts.map(([label, text]) => (
      <div key={label}>
        <dt className="text-muted">{label}</dt>
        <dd dir="auto">{text}</dd>
      </div>
    ))}
  </dl>
)
