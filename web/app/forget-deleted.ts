/** Takes away what this browser keeps of the listings of somebody whose account is gone. */
export async function forgetDeleted(personId: string): Promise<void> {
  const { forgetKeptListings } = await import('#web/selling/forget-kept.ts')
  await forgetKeptListings(personId, 'deleted')
}
