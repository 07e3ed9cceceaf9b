import { randomInt } from 'node:crypto'

const BYTE = 256

/** A network address for each person of a journey, because limits count by network. */
export const someAddress = (): string => `10.${randomInt(BYTE)}.${randomInt(BYTE)}.${randomInt(BYTE)}`
