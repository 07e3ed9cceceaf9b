import type { QueryClient } from '@tanstack/react-query'
import type { Product } from '#contract/products.ts'
import type { ApiClient } from '#web/platform/api/client.ts'
import { openPhone, openWhatsApp } from './open-contact.ts'
import { revealContact } from './reveal-contact.ts'

export type ContactWay = 'Call' | 'WhatsApp'

/** Calls the seller or opens WhatsApp, with the public number or else with one that is revealed now. */
export async function contactSeller(
  way: ContactWay,
  product: Product,
  shown: string | null,
  [queryClient, api]: [QueryClient, ApiClient],
): Promise<void> {
  const sellerId = product.seller.id
  const value = shown ?? (await revealContact(queryClient, api, { sellerId, kind: 'phone' }))
  if (!value) return
  if (way === 'Call') openPhone('tel', value)
  else openWhatsApp(value, product)
}
