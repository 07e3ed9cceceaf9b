/** The town where one is given, else the region. */
export const placeOf = ({ location, region }: { location: string; region: string }) => location || region
