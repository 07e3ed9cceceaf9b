export interface Drawing {
  /** Name of its file `demo/photos/drawn-<name>.jpg`. */
  name: string
  /** Name of the file `<scene>.glsl` with its objects. */
  scene: string
  /** Values of the scene's constants in GLSL. */
  values: Record<string, string>
  /** SVG whose left and right half are printed on surfaces. */
  label: string
}

export const INDOORS = {
  AMBIENT: 'vec3(0.27, 0.265, 0.26)',
  LAMP: 'vec3(-5.0, 6.5, 3.0)',
  LAMP_SIZE: 'vec3(1.1)',
  LAMP_COLOUR: 'vec3(1.5, 1.4, 1.25)',
  LENS: '1.9',
  APERTURE: '0.008',
  TILT: '0.0',
  PANE: '1.5',
}
export const BY_DAY = {
  ...INDOORS,
  AMBIENT: 'vec3(0.26, 0.29, 0.34)',
  PANE: '0.0',
  LAMP: 'vec3(-9.0, 17.0, 12.0)',
  LAMP_SIZE: 'vec3(0.5)',
  LAMP_COLOUR: 'vec3(1.5, 1.38, 1.2)',
}
export const lampFromRight = { LAMP: 'vec3(5.0, 6.5, 3.0)' }

export const half = (part: 0 | 1, width: number, height: number, svg: string) =>
  `<svg x="${part * 1024}" width="1024" height="1024" viewBox="0 0 ${width} ${height}" preserveAspectRatio="none" font-family="Liberation Sans, Arial, sans-serif">${svg}</svg>`
export const labelOf = (...halves: string[]) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="2048" height="1024">${halves.join('')}</svg>`
export const NO_LABEL = labelOf()

export const rgb = (red: number, green: number, blue: number) =>
  `vec3(${[red, green, blue].map((share) => share.toFixed(3)).join(', ')})`
