import { type Drawing, half, INDOORS, labelOf, lampFromRight, rgb } from './drawing.ts'

interface Fridge {
  size: [wide: number, tall: number, split: number]
  colour: string
  brand: string
  brandColour: string
  wall: [below: string, above: string]
  floor: string
  turned: string
  change?: Record<string, string>
}

const fridge = (
  name: string,
  { size: [wide, tall, split], colour, brand, brandColour, wall, floor, turned, change }: Fridge,
): Drawing => ({
  name,
  scene: 'fridge',
  values: {
    ...INDOORS,
    EYE: `vec3(0.3, 1.5, ${(1.2 + tall * 2.95).toFixed(2)})`,
    WIDE: wide.toFixed(3),
    TALL: tall.toFixed(3),
    SPLIT: split.toFixed(3),
    COLOUR: colour,
    SIDES: colour,
    SHINE: '0.05',
    ROUGH: '0.06',
    HANDLE: 'vec3(0.6)',
    FLOOR: floor,
    WALL_BELOW: wall[0],
    WALL_ABOVE: wall[1],
    TURNED: turned,
    ...change,
  },
  label: labelOf(
    half(
      0,
      100,
      100,
      `<text x="88" y="16" font-size="8" font-weight="700" text-anchor="end" fill="${brandColour}" letter-spacing="0.6">${brand}</text>`,
    ),
    // The energy label that the Energy Commission requires on every fridge.
    half(
      1,
      100,
      100,
      `<rect x="64" y="8" width="26" height="32" fill="#f7d417"/><path d="M66 27 a11 11 0 0 1 22 0 z" fill="#15803d"/><g fill="#f7d417">${[0, 1, 2].map((star) => `<circle cx="${71 + star * 6}" cy="23" r="1.9"/>`).join('')}</g><rect x="67" y="29" width="20" height="2" fill="#333"/><rect x="67" y="33" width="14" height="2" fill="#333"/>`,
    ),
  ),
})

export const FRIDGES: Drawing[] = [
  fridge('fridge-nasco', {
    size: [0.27, 0.72, 0.95],
    colour: rgb(0.33, 0.02, 0.03),
    brand: 'NASCO',
    brandColour: '#f3d9a6',
    wall: [rgb(0.2, 0.3, 0.26), rgb(0.66, 0.68, 0.58)],
    floor: 'terrazzo(p.xz * 2.5, vec3(0.55, 0.5, 0.42))',
    turned: '20.0',
  }),
  fridge('fridge-samsung', {
    size: [0.32, 0.86, 1.15],
    colour: rgb(0.5, 0.51, 0.53),
    brand: 'SAMSUNG',
    brandColour: '#30343a',
    wall: [rgb(0.62, 0.6, 0.56), rgb(0.66, 0.64, 0.6)],
    floor: 'tiles(p.xz + 0.1, vec3(0.62, 0.6, 0.56), 0.6)',
    turned: '-24.0',
    change: { SHINE: '0.26', ROUGH: '0.14', ...lampFromRight },
  }),
  fridge('fridge-hisense', {
    size: [0.29, 0.78, 0.62],
    colour: rgb(0.045, 0.048, 0.055),
    brand: 'Hisense',
    brandColour: '#c9ced6',
    wall: [rgb(0.5, 0.3, 0.12), rgb(0.75, 0.62, 0.38)],
    floor: 'planks(p.xz * 6.0, vec3(0.4, 0.26, 0.14), vec3(0.26, 0.15, 0.08), 0.8)',
    turned: '30.0',
    change: { EYE: 'vec3(0.5, 1.35, 3.3)' },
  }),
  fridge('fridge-table-top', {
    size: [0.24, 0.42, 0.62],
    colour: rgb(0.66, 0.66, 0.64),
    brand: 'Midea',
    brandColour: '#1f5aa6',
    wall: [rgb(0.1, 0.22, 0.4), rgb(0.55, 0.66, 0.72)],
    floor: 'cement(p.xz * 2.0, vec3(0.4, 0.38, 0.35))',
    turned: '-18.0',
    change: { EYE: 'vec3(-0.3, 1.1, 2.15)' },
  }),
  {
    name: 'chest-freezer',
    scene: 'chest',
    values: { ...INDOORS, ...lampFromRight, EYE: 'vec3(0.25, 1.45, 2.9)' },
    label: labelOf(
      half(
        0,
        124,
        80,
        `<text x="12" y="17" font-size="9" font-weight="700" fill="#0a6b5a">Hisense</text><rect x="98" y="8" width="16" height="11" rx="1.5" fill="#d9dde0"/><circle cx="103" cy="13.5" r="2.2" fill="#333"/><circle cx="109.5" cy="11.5" r="1" fill="#15803d"/><circle cx="109.5" cy="15.5" r="1" fill="#b91c1c"/>`,
      ),
    ),
  },
]
