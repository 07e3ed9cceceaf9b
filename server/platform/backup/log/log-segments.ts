import type { LogPosition } from '#server/platform/backup/base/base-stream.ts'

/** Size of the log's files, PostgreSQL's default. */
export const SEGMENT_BYTES = 16 * 1024 * 1024
const SEGMENTS_PER_LOG = 0x1_0000_0000n / BigInt(SEGMENT_BYTES)
const NUMBER_AT = 8

const hex = (value: bigint | number) => value.toString(16).padStart(8, '0')

const bytesAt = (lsn: string): bigint => {
  const [high = '0', low = '0'] = lsn.split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}

const nameOf = (timeline: string, number: bigint) =>
  timeline + hex(number / SEGMENTS_PER_LOG) + hex(number % SEGMENTS_PER_LOG)

const numberOf = (name: string): bigint =>
  BigInt(`0x${name.slice(NUMBER_AT, 16)}`) * SEGMENTS_PER_LOG + BigInt(`0x${name.slice(16, 24)}`)

/** Name of the file that holds the byte before this position, in lower case like all names in the backup. */
export const segmentBefore = ({ lsn, timeline }: LogPosition): string =>
  nameOf(hex(timeline), (bytesAt(lsn) - 1n) / BigInt(SEGMENT_BYTES))

export const nextSegment = (name: string): string => nameOf(name.slice(0, NUMBER_AT), numberOf(name) + 1n)

export const isSegment = (name: string): boolean => /^[\da-f]{24}$/i.test(name)
/** A history says where a timeline branched off another. */
export const isHistory = (name: string): boolean => /^[\da-f]{8}\.history$/i.test(name)

/** The server's name of a file, in upper case. */
export const serverName = (name: string): string =>
  name.replace(/^[\da-f]+/, (digits) => digits.toUpperCase())

/** Position in the log without the timeline, to compare files of different branches. */
export const spotOf = (name: string): string => name.slice(NUMBER_AT, 24)

/** Number of the timeline; each restore begins a new one. */
export const timelineOf = (name: string): number => Number.parseInt(name.slice(0, NUMBER_AT), 16)
export const historyOf = (timeline: number): string => `${hex(timeline)}.history`

/** Folder of the log in the backup. */
export const logFolder = (system: string): string => `log/${system}`
export const isInLog = (file: string): boolean => file.startsWith('log/')
const COMPRESSED = '.zst'
export const logFile = (system: string, name: string): string =>
  `${logFolder(system)}/${name.toLowerCase()}${COMPRESSED}`
export const nameInLog = (file: string): string => file.slice(file.lastIndexOf('/') + 1, -COMPRESSED.length)
