/** What the history says of the page that follows a publication: the id of what went online. */
export interface PublishedState {
  published: string
}

export function publishedIn(state: unknown): string | undefined {
  const id = (state as Partial<PublishedState> | null)?.published
  return id || undefined
}
