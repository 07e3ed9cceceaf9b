import { useMoney } from '#web/platform/config/public-config.ts'

interface PriceChangeProps {
  then: number
  now: number
}

/** The price change since the product became a favourite; nothing if the price is the same. */
export function PriceChange({ then, now }: PriceChangeProps) {
  const money = useMoney()
  if (now === then) return null
  if (now > then) return <span className="price-change">{`Was ${money(then)} when you saved it`}</span>
  return (
    <span className="price-change">
      <span className="badge badge-gold">Price drop</span>{' '}
      <s>
        <span className="sr-only">It was </span>
        {money(then)}
      </s>
    </span>
  )
}
