/** Of a list whose pages name the next one. Not undefined, which JSON would lose on the way from the server. */
export const BY_CURSOR = {
  initialPageParam: null as string | null,
  getNextPageParam: (page: { nextCursor: string | null }) => page.nextCursor,
}
