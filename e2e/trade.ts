import { offerListing } from './listings.ts'
import { newMember, type Person } from './people.ts'

/** Two people and their conversation about a listing, without messages yet. */
interface Trade {
  seller: Person
  buyer: Person
  productId: string
  /** Id of the conversation. */
  id: string
  /** The conversation's address. */
  path: string
}

export async function beginTrade(sellerName: string, buyerName: string, title: string): Promise<Trade> {
  const [seller, buyer] = [await newMember(sellerName), await newMember(buyerName)]
  const productId = await offerListing(seller, title)
  const { id } = await buyer.call<{ id: string }>('POST', '/api/conversations', { productId })
  return { seller, buyer, productId, id, path: `/conversation/${id}` }
}
