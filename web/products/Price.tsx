import { useMoney } from '#web/platform/config/public-config.ts'

/** 'GH₵1,250.00' with small decimals, so that the amount is read first. */
export function Price({ amount, className }: { amount: number; className: string }) {
  const [, whole, decimals, end] = /^(.*)(\D\d\d)(\D*)$/.exec(useMoney()(amount)) ?? []
  return (
    <span className={className}>
      {whole}
      <small>{decimals}</small>
      {end}
    </span>
  )
}
