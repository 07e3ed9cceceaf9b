import { PROHIBITED_GOODS } from '#contract/selling/prohibited-goods.ts'

/** The prohibited goods, each with its reason. */
export const ProhibitedList = () => (
  <dl className="grid gap-3">
    {PROHIBITED_GOODS.map(({ name, reason, law }) => (
      <div key={name}>
        <dt className="font-semibold">{name}</dt>
        <dd className="text-sm text-muted">
          {reason}
          {law && ` ${law}.`}
        </dd>
      </div>
    ))}
  </dl>
)
