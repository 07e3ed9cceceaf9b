/**
 * Options of a query for a list whose pages name the next one. `null` rather than undefined, which JSON drops
 * on the way from the server.
 */
export const BY_CURSOR = {
  initialPageParam: null as string | null,
  getNextPageParam: (page: { nextCursor: string | null }) => page.nextCursor,
}
