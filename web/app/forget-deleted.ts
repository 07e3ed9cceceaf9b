/** Takes away what this browser keeps of the listings of somebody whose account is gone. */
export async function forgetDeleted(personId: string): Promise<void> {
  const { deleteStoredListings } = await import('#web/selling/drafts/delete-stored.ts')
  await deleteStoredListings(personId, 'deleted')
}
