/** A keypoint that is stored to be found: its key, the rest of its descriptor, and its place (`packPlace`). */
export type StoredKeypoint = [key: number, rest: number, place: number]

/** A keypoint of a search, once for each turn that may be its own; `keypoint` is its number. */
export type SoughtKeypoint = [...StoredKeypoint, keypoint: number]

/** What a picture looks like, as JSON; sizes are shares of its longer side. */
export interface Likeness {
  width: number
  height: number
  stored: StoredKeypoint[]
  sought: SoughtKeypoint[]
}
