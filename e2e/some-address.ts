import { randomInt } from 'node:crypto'

const BYTE = 256

/** Each person of a journey comes from an address of their own: limits count by network. */
export const someAddress = (): string => `10.${randomInt(BYTE)}.${randomInt(BYTE)}.${randomInt(BYTE)}`
