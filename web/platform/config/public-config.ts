import { createContext, useContext } from 'react'
import { formatMoney } from '#contract/money.ts'
import type { PublicConfig } from '#contract/site.ts'

const PublicConfigContext = createContext<PublicConfig | null>(null)

export const PublicConfigProvider = PublicConfigContext.Provider

export function usePublicConfig(): PublicConfig {
  const config = useContext(PublicConfigContext)
  if (!config) throw new Error('No PublicConfigProvider above')
  return config
}

export function useMoney() {
  const { money } = usePublicConfig()
  return (amount: number, decimals: 0 | 2 = 2) => formatMoney(amount, money, decimals)
}
