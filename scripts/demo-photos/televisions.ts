import { type Drawing, half, INDOORS, labelOf, lampFromRight } from './drawing.ts'

import { APPS, BULLETIN, PITCH, SUNSET } from './screens.ts'

const PLAIN_CABINET =
  'd = nearer(d, vec2(box(f - vec3(0, -GLASS.y - 0.35, 0.0), vec3(0.72, 0.235, 0.2), 0.012), 5.0)); d = nearer(d, vec2(box(f - vec3(0.2, -GLASS.y - 0.085, 0.09), vec3(0.13, 0.022, 0.09), 0.008), 6.0));'
const LOW_CABINET =
  'vec3 c = f - vec3(0, -GLASS.y - 0.3, 0.0); float shelf = box(c, vec3(0.85, 0.18, 0.2), 0.01); shelf = max(shelf, -box(c - vec3(0, 0, 0.08), vec3(0.34, 0.13, 0.2), 0.0)); d = nearer(d, vec2(shelf, 5.0)); vec3 l = vec3(abs(c.x) - 0.75, c.y + 0.24, abs(c.z) - 0.13); d = nearer(d, vec2(rod(l, vec3(0, 0.08, 0), vec3(0.04, -0.1, 0.03), 0.016), 6.0)); d = nearer(d, vec2(box(c - vec3(-0.05, -0.1, 0.05), vec3(0.16, 0.025, 0.1), 0.008), 6.0));'

interface Television {
  wall: string
  floor: string
  brand: string
  picture: string
  turned: string
  cabinet: string
  cabinetColour: string
  change?: Record<string, string>
}

const television = (
  name: string,
  { wall, floor, brand, picture, turned, cabinet, cabinetColour, change }: Television,
): Drawing => ({
  name,
  scene: 'television',
  values: {
    ...INDOORS,
    EYE: 'vec3(-0.3, 1.15, 2.8)',
    WALL: wall,
    FLOOR: floor,
    TURNED: turned,
    LEGS: 'true',
    WALL_AT: '0.45',
    FURNITURE: cabinet,
    CABINET: cabinetColour,
    CLOTH: 'dull(vec3(0.5))',
    BEZEL: 'vec3(0.03)',
    ...change,
  },
  label: labelOf(
    half(0, 160, 90, picture),
    half(
      1,
      200,
      24,
      `<text x="100" y="18" font-size="15" font-weight="700" text-anchor="middle" fill="#d5d9df" letter-spacing="2">${brand}</text>`,
    ),
  ),
})

export const TELEVISIONS: Drawing[] = [
  television('tv-nasco-32', {
    wall: 'wall(p.xy, vec3(0.12, 0.28, 0.22), vec3(0.68, 0.68, 0.55), 0.62)',
    floor: 'terrazzo(p.xz * 2.0, vec3(0.55, 0.5, 0.42))',
    brand: 'NASCO',
    picture: PITCH,
    turned: '-16.0',
    cabinet: PLAIN_CABINET,
    cabinetColour: 'planks(p.xy * 5.0, vec3(0.3, 0.15, 0.07), vec3(0.16, 0.07, 0.03), 2.4)',
  }),
  television('tv-hisense-43', {
    wall: 'wall(p.xy, vec3(0.52, 0.5, 0.46), vec3(0.52, 0.5, 0.46), 0.1)',
    floor: 'tiles(p.xz, vec3(0.66, 0.62, 0.55), 0.5)',
    brand: 'Hisense',
    picture: APPS,
    turned: '18.0',
    cabinet: LOW_CABINET,
    cabinetColour: 'Material(vec3(0.6), 0.05, 0.08, 0.0)',
    change: { EYE: 'vec3(0.4, 1.1, 2.9)' },
  }),
  television('tv-tcl-55', {
    wall: 'wall(p.xy, vec3(0.2, 0.14, 0.12), vec3(0.2, 0.14, 0.12), 0.1)',
    floor: 'planks(p.xz * 5.0, vec3(0.4, 0.26, 0.14), vec3(0.26, 0.15, 0.08), 0.8)',
    brand: 'TCL',
    picture: SUNSET,
    turned: '8.0',
    cabinet: '',
    cabinetColour: 'dull(vec3(0.1))',
    change: { LEGS: 'false', WALL_AT: '0.1', EYE: 'vec3(-0.5, 0.85, 2.7)', ...lampFromRight },
  }),
  television('tv-samsung-40', {
    wall: 'wall(p.xy, vec3(0.42, 0.2, 0.1), vec3(0.7, 0.56, 0.4), 0.7)',
    floor: 'woven(p.xz * 4.0, vec3(0.35, 0.06, 0.07))',
    brand: 'SAMSUNG',
    picture: BULLETIN,
    turned: '-6.0',
    cabinet: PLAIN_CABINET,
    cabinetColour: 'Material(vec3(0.025), 0.05, 0.05, 0.0)',
    change: { EYE: 'vec3(0.0, 1.15, 2.4)' },
  }),
]
