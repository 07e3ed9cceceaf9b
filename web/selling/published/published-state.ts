/** History state of the page after a publication, with the id of the published product. */
export interface PublishedState {
  published: string
}

export function publishedId(state: unknown): string | undefined {
  const id = (state as Partial<PublishedState> | null)?.published
  return id || undefined
}
