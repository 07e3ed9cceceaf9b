/** The town where one is given, else the region. */
export const locationOf = ({ location, region }: { location: string; region: string }) => location || region
