/** What a listing is called; a draft may have no title yet. */
export const nameOf = ({ title }: { title: string }): string => title || 'Untitled draft'
