/**
 * Order matters: Edge, Opera and Samsung's browser also call themselves Chrome, and Chrome calls itself
 * Safari.
 */
const BROWSERS = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
] as const

const SYSTEMS = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
] as const

const nameIn = (table: readonly (readonly [RegExp, string])[], text: string) =>
  table.find(([pattern]) => pattern.test(text))?.[1]

/** A name like 'Chrome on Android': enough to distinguish one's own devices, and useless for tracking. */
export function deviceName(userAgent: string | undefined): string {
  const text = userAgent ?? ''
  const browser = nameIn(BROWSERS, text) ?? 'Unknown browser'
  const system = nameIn(SYSTEMS, text)
  return system ? `${browser} on ${system}` : browser
}
