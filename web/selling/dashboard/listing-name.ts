/** The title of a listing; a draft may not have one yet. */
export const listingName = ({ title }: { title: string }): string => title || 'Untitled draft'
