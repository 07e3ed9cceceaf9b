/** The server stops counting at this number. */
const COUNT_MAX = 1000

export const countText = (count: number): string => (count >= COUNT_MAX ? '1,000 or more' : String(count))
