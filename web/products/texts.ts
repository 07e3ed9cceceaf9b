/** The town if the listing names one, otherwise the region. */
export const locationOf = ({ location, region }: { location: string; region: string }) => location || region
