import { type Drawing, BY_DAY, half, INDOORS, labelOf, NO_LABEL, rgb } from './drawing.ts'

interface Surroundings {
  ground: string
  background: string
  far: string
}
const YARD: Surroundings = {
  ground:
    'tiles(p.xz * turn(12.0), vec3(0.42, 0.34, 0.3) * (0.85 + 0.3 * hash(floor(p.xz * turn(12.0) / 0.28))), 0.28)',
  background:
    'either(p.y < 2.1, wall(p.xy * 0.6, vec3(0.5, 0.4, 0.28), vec3(0.72, 0.62, 0.46), 0.35), either(p.y < 2.25, dull(vec3(0.4, 0.16, 0.1)), Material(mix(vec3(0.72, 0.8, 0.85), vec3(0.35, 0.55, 0.82), clamp(p.y * 0.14 - 0.3, 0.0, 1.0)) * 0.6, 0.0, 1.0, 0.7)))',
  far: '3.6',
}
const WORKSHOP: Surroundings = {
  ground:
    'cement(p.xz * 0.7, mix(vec3(0.4, 0.37, 0.33), vec3(0.14, 0.12, 0.1), smoothstep(0.5, 0.75, cloud(p.xz * 0.5))))',
  background:
    'either(p.y > 2.6, Material(vec3(0.35, 0.34, 0.33) * (0.6 + 0.4 * sin(p.x * 18.0)), 0.1, 0.2, 0.0), either(abs(p.x + 1.3) < 1.5 && p.y < 2.3, Material(vec3(0.1, 0.28, 0.24) * (0.6 + 0.45 * step(0.5, fract(p.y * 7.0))), 0.05, 0.2, 0.0), wall(p.xy * 0.6, vec3(0.1, 0.2, 0.36), vec3(0.6, 0.6, 0.55), 0.7)))',
  far: '3.2',
}
const SAVANNAH: Surroundings = {
  ground: 'cement(p.xz * 0.5, mix(vec3(0.52, 0.27, 0.12), vec3(0.6, 0.4, 0.22), cloud(p.xz * 0.35)))',
  background:
    'either(p.y < 0.5 + 2.6 * smoothstep(0.42, 0.7, cloud(p.xx * 0.22 + 1.0)) * (0.7 + 0.6 * noise(p.xy * 1.1)), Material(vec3(0.1, 0.13, 0.04) * (0.5 + 1.2 * cloud(p.xy * 1.3)), 0.0, 1.0, 0.2), Material(mix(vec3(0.85, 0.76, 0.62), vec3(0.45, 0.6, 0.78), clamp(p.y / 10.0, 0.0, 1.0)) * 0.6, 0.0, 1.0, 0.6))',
  far: '16.0',
}

const car = (
  name: string,
  paint: string,
  turned: string,
  shape: Record<string, string>,
  plate: string,
  { ground, background, far }: Surroundings,
): Drawing => ({
  name,
  scene: 'car',
  values: {
    ...BY_DAY,
    EYE: 'vec3(0.4, 1.75, 6.3)',
    LENS: '1.85',
    RISE: '0.24',
    WHEEL: '0.3',
    PAINT: paint,
    TURNED: turned,
    GROUND: ground,
    BACKGROUND: background,
    BACKDROP: far,
    ...shape,
  },
  label: labelOf(
    half(
      0,
      500,
      110,
      `<rect width="500" height="110" fill="#f5f5f0"/><text x="250" y="84" font-size="82" font-weight="700" text-anchor="middle" fill="#111">${plate}</text>`,
    ),
  ),
})

export const CARS: Drawing[] = [
  car(
    'hatchback',
    rgb(0.45, 0.02, 0.025),
    '-28.0',
    {
      NOSE: 'vec2(1.78, 0.78)',
      TAIL: 'vec2(1.72, 0.9)',
      ROOF: 'vec3(1.44, 0.45, -1.15)',
      BELT: '0.94',
      FRONT_FOOT: '1.12',
      BACK_FOOT: '-1.6',
      BACK_FOOT_X: '1.68',
      PILLAR: '0.0',
      DOORS: 'vec2(0.98, -0.9)',
      AXLES: 'vec2(1.18, 1.12)',
    },
    'GW 4417-14',
    YARD,
  ),
  car(
    'saloon',
    rgb(0.5, 0.51, 0.52),
    '24.0',
    {
      NOSE: 'vec2(2.12, 0.76)',
      TAIL: 'vec2(2.12, 0.92)',
      ROOF: 'vec3(1.4, 0.42, -0.8)',
      BELT: '0.92',
      FRONT_FOOT: '1.12',
      BACK_FOOT: '-1.5',
      BACK_FOOT_X: '1.5',
      PILLAR: '0.02',
      DOORS: 'vec2(1.0, -0.95)',
      AXLES: 'vec2(1.32, 1.28)',
      EYE: 'vec3(0.3, 1.7, 6.9)',
    },
    'AS 2208-10',
    WORKSHOP,
  ),
  car(
    'four-by-four',
    rgb(0.02, 0.1, 0.07),
    '-22.0',
    {
      NOSE: 'vec2(2.05, 0.98)',
      TAIL: 'vec2(2.0, 1.1)',
      ROOF: 'vec3(1.66, 0.55, -1.45)',
      BELT: '1.1',
      FRONT_FOOT: '1.15',
      BACK_FOOT: '-1.85',
      BACK_FOOT_X: '1.92',
      PILLAR: '0.05',
      DOORS: 'vec2(1.0, -1.0)',
      AXLES: 'vec2(1.28, 1.28)',
      RISE: '0.34',
      WHEEL: '0.37',
    },
    'NR 1190-17',
    SAVANNAH,
  ),
  {
    name: 'tyres',
    scene: 'tyres',
    values: { ...BY_DAY, EYE: 'vec3(-1.5, 6.0, 19.0)', LAMP: 'vec3(-14.0, 26.0, 20.0)' },
    label: NO_LABEL,
  },
  {
    name: 'battery',
    scene: 'battery',
    values: { ...INDOORS, EYE: 'vec3(-0.8, 3.2, 5.6)' },
    label: labelOf(
      half(
        0,
        210,
        125,
        `<rect width="210" height="125" rx="6" fill="#d6a11d"/><rect y="34" width="210" height="50" fill="#12305e"/><text x="105" y="71" font-size="34" font-weight="700" text-anchor="middle" fill="#fff">75 Ah</text><text x="105" y="25" font-size="20" font-weight="700" text-anchor="middle" fill="#12305e">Maintenance free</text><text x="14" y="112" font-size="20" font-weight="700" fill="#7f1d1d">12 V</text><text x="196" y="112" font-size="20" font-weight="700" text-anchor="end" fill="#7f1d1d">N75</text>`,
      ),
    ),
  },
]
