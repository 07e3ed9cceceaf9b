export interface Point {
  latitude: number
  longitude: number
}

const EARTH_KM = 6371
const radians = (degrees: number) => (degrees * Math.PI) / 180

/** The distance on a sphere (haversine), computed as in the database. */
export function kilometresBetween(a: Point, b: Point): number {
  const chord =
    Math.sin(radians(b.latitude - a.latitude) / 2) ** 2 +
    Math.cos(radians(a.latitude)) *
      Math.cos(radians(b.latitude)) *
      Math.sin(radians(b.longitude - a.longitude) / 2) ** 2
  return 2 * EARTH_KM * Math.asin(Math.min(1, Math.sqrt(chord)))
}
