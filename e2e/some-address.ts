import { randomInt } from 'node:crypto'

const BYTE = 256

/** Each person of a journey comes from a place of their own, or all would meet the limits of one network. */
export const someAddress = (): string => `10.${randomInt(BYTE)}.${randomInt(BYTE)}.${randomInt(BYTE)}`
