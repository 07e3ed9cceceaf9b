/** The town if the listing names one, otherwise the region. */
export const locationText = ({ location, region }: { location: string; region: string }) => location || region
