import { type Drawing, half, INDOORS, labelOf, lampFromRight } from './drawing.ts'

const WOOD = 'planks(p.xz * 2.0 * turn(8.0), vec3(0.34, 0.18, 0.08), vec3(0.14, 0.06, 0.025), 0.9)'
const PALE_WOOD = 'planks(p.zx * 1.6 * turn(-5.0), vec3(0.6, 0.46, 0.3), vec3(0.4, 0.28, 0.16), 0.8)'
const GREY_TILES = 'tiles(p.xz * turn(20.0) + 0.3, vec3(0.5, 0.5, 0.48), 1.35)'
const TERRAZZO = 'terrazzo(p.xz * 1.3, vec3(0.6, 0.54, 0.45))'
const BLUE_CLOTH = 'woven(p.xz * 1.2, vec3(0.09, 0.17, 0.34))'
const RED_CHECK =
  'woven(p.xz, mix(vec3(0.66, 0.62, 0.55), vec3(0.5, 0.07, 0.06), 0.5 * step(0.5, fract(p.x * 1.3)) + 0.5 * step(0.5, fract(p.z * 1.3))))'
const CEMENT = 'cement(p.xz, vec3(0.42, 0.4, 0.37))'
const GREEN_MAT =
  'woven(p.xz * 0.6, mix(vec3(0.05, 0.2, 0.11), vec3(0.6, 0.48, 0.12), step(0.8, fract((p.x + p.z) * 0.8))))'
const WHITE_TABLE = 'Material(vec3(0.68, 0.67, 0.65) * (0.97 + 0.05 * cloud(p.xz)), 0.04, 0.15, 0.0)'

interface Phone {
  ground: string
  back: string
  text: string
  textColour: string
  wallpaper: [string, string, string]
  clock: string
  change?: Record<string, string>
}

function face([first, second, third]: [string, string, string], clock: string) {
  const app = (index: number) =>
    `<rect x="${58 + index * 106}" y="868" width="78" height="78" rx="20" fill="${['#25d366', '#f4f4f4', '#ffcc00', '#d8e6ff'][index]}"/>`
  return half(
    0,
    512,
    1024,
    `<linearGradient id="w" x2="0.6" y2="1"><stop stop-color="${first}"/><stop offset="0.55" stop-color="${second}"/><stop offset="1" stop-color="${third}"/></linearGradient>
<rect width="512" height="1024" fill="#000"/><rect x="18" y="18" width="476" height="988" rx="52" fill="url(#w)"/>
<circle cx="150" cy="640" r="240" fill="#fff" opacity="0.08"/><circle cx="420" cy="780" r="300" fill="#fff" opacity="0.07"/>
<circle cx="256" cy="56" r="13"/>
<g fill="#fff"><text x="256" y="250" font-size="116" text-anchor="middle">${clock}</text><text x="256" y="304" font-size="32" text-anchor="middle">Saturday 14 March</text><text x="62" y="66" font-size="26">MTN</text><text x="388" y="66" font-size="26">87%</text></g>
${[0, 1, 2, 3].map(app).join('')}`,
  )
}

const phone = (
  name: string,
  { ground, back, text, textColour, wallpaper, clock, change }: Phone,
): Drawing => ({
  name,
  scene: 'phones',
  values: {
    ...INDOORS,
    EYE: 'vec3(0.25, 3.6, 2.3)',
    GROUND: ground,
    BODY_SIZE: 'vec3(0.37, 0.045, 0.8)',
    'BACK(b)': back,
    FRAME: 'vec3(0.5)',
    SHEEN: '0.05',
    CORNER: '0.1',
    BACK_AT: 'vec3(-0.52, 0.06, 9.0)',
    FACE_AT: 'vec3(0.48, 0.02, -12.0)',
    HAS_FACE: '1',
    MODULE: 'vec4(-0.08, -0.52, 0.25, 0.22)',
    MODULE_EDGE: '0.06',
    MODULE_HIGH: '0.014',
    PLATE: 'vec3(0.05)',
    LENSES: '3',
    'LENS_AT(i)': '(i == 0 ? vec2(-0.2, -0.61) : i == 1 ? vec2(-0.2, -0.42) : vec2(0.02, -0.52))',
    LENS_SIZE: '0.085',
    FLASH_AT: 'vec2(0.12, -0.64)',
    RING: 'vec3(0.7)',
    ...change,
  },
  label: labelOf(
    face(wallpaper, clock),
    half(
      1,
      512,
      1024,
      `<text x="256" y="890" font-size="44" text-anchor="middle" fill="${textColour}" letter-spacing="5">${text}</text>`,
    ),
  ),
})

/** Separate lenses on the back, in a column at the left. */
const THREE_LENSES = {
  MODULE: 'vec4(0.0, 0.0, 0.01, 0.01)',
  MODULE_HIGH: '0.004',
  'LENS_AT(i)': 'vec2(-0.22, -0.63 + 0.2 * float(i))',
  LENS_SIZE: '0.082',
  FLASH_AT: 'vec2(-0.06, -0.55)',
}
const TWO_IN_SQUARE = {
  MODULE: 'vec4(-0.15, -0.58, 0.19, 0.19)',
  MODULE_EDGE: '0.08',
  LENSES: '2',
  'LENS_AT(i)': '(i == 0 ? vec2(-0.22, -0.67) : vec2(-0.09, -0.49))',
  LENS_SIZE: '0.082',
  FLASH_AT: 'vec2(-0.05, -0.69)',
}

const keypadPhone: Drawing = {
  ...phone('nokia', {
    ground:
      'woven(p.xz, mix(vec3(0.6, 0.5, 0.1), vec3(0.06, 0.25, 0.1), step(0.5, fract(p.x * 0.7 + p.z * 0.2))))',
    back: 'vec3(0.02, 0.05, 0.14)',
    text: '',
    textColour: '',
    wallpaper: ['#000', '#000', '#000'],
    clock: '',
    change: {
      BODY_SIZE: 'vec3(0.25, 0.07, 0.58)',
      CORNER: '0.1',
      HAS_FACE: '0',
      LENSES: '0',
      MODULE: 'vec4(0.0, 0.0, 0.01, 0.01)',
      MODULE_HIGH: '-0.05',
      BACK_AT: 'vec3(0.0, 0.0, 18.0)',
      FLASH_AT: 'vec2(0.0, 9.0)',
      EYE: 'vec3(0.2, 2.0, 1.6)',
      FRAME: 'vec3(0.02, 0.05, 0.14)',
    },
  }),
  label: labelOf(
    half(0, 10, 10, ''),
    half(
      1,
      250,
      580,
      `<rect x="30" y="72" width="190" height="152" rx="6" fill="#0b0f14"/><rect x="40" y="80" width="170" height="136" fill="#9fd3e6"/><text x="125" y="150" font-size="44" font-weight="700" text-anchor="middle" fill="#0b2540">10:24</text><text x="125" y="196" font-size="20" text-anchor="middle" fill="#0b2540">Menu</text><text x="125" y="60" font-size="22" font-weight="700" text-anchor="middle" fill="#dbe4f0">NOKIA</text><rect x="76" y="250" width="98" height="60" rx="22" fill="#11294f" stroke="#93a8c9" stroke-width="4"/><rect x="108" y="266" width="34" height="28" rx="8" fill="#0a1a36"/><g stroke="#16a34a" stroke-width="7"><path d="M30 286 h28"/></g><g stroke="#dc2626" stroke-width="7"><path d="M192 286 h28"/></g>${[...'123456789*0#'].map((key, index) => `<rect x="${26 + (index % 3) * 70}" y="${334 + Math.floor(index / 3) * 54}" width="58" height="42" rx="12" fill="#142f5c"/><text x="${55 + (index % 3) * 70}" y="${365 + Math.floor(index / 3) * 54}" font-size="28" font-weight="700" text-anchor="middle" fill="#e6edf7">${key}</text>`).join('')}`,
    ),
  ),
}

export const PHONES: Drawing[] = [
  phone('iphone-12', {
    ground: PALE_WOOD,
    back: 'vec3(0.02, 0.07, 0.16)',
    text: '',
    textColour: '#fff',
    wallpaper: ['#1f4e79', '#5b6fa6', '#e07a5f'],
    clock: '9:41',
    change: {
      ...TWO_IN_SQUARE,
      PLATE: 'vec3(0.03, 0.1, 0.2)',
      CORNER: '0.13',
      SHEEN: '0.08',
      FRAME: 'vec3(0.1, 0.2, 0.35)',
    },
  }),
  phone('galaxy-a54', {
    ground: WHITE_TABLE,
    back: 'vec3(0.5, 0.4, 0.66)',
    text: 'SAMSUNG',
    textColour: '#6d5a8f',
    wallpaper: ['#0f8a7a', '#155e75', '#312e81'],
    clock: '18:05',
    change: {
      ...THREE_LENSES,
      BACK_AT: 'vec3(0.5, 0.0, -7.0)',
      FACE_AT: 'vec3(-0.5, 0.05, 5.0)',
      EYE: 'vec3(-0.3, 3.4, 2.6)',
    },
  }),
  phone('tecno-spark', {
    ground: TERRAZZO,
    back: 'mix(vec3(0.02, 0.2, 0.13), vec3(0.08, 0.36, 0.24), smoothstep(-0.8, 0.8, b.z + b.x))',
    text: 'TECNO',
    textColour: '#b9e4cf',
    wallpaper: ['#f59e0b', '#dc4a38', '#7f1d4e'],
    clock: '7:30',
    change: {
      MODULE: 'vec4(0.0, -0.5, 0.31, 0.22)',
      MODULE_EDGE: '0.1',
      PLATE: 'vec3(0.01, 0.07, 0.05)',
      LENSES: '2',
      'LENS_AT(i)': '(i == 0 ? vec2(-0.15, -0.5) : vec2(0.15, -0.5))',
      LENS_SIZE: '0.12',
      FLASH_AT: 'vec2(0.0, -0.33)',
      BACK_AT: 'vec3(-0.45, 0.0, -14.0)',
      FACE_AT: 'vec3(0.52, 0.1, 8.0)',
      ...lampFromRight,
    },
  }),
  phone('infinix-hot', {
    ground: WOOD,
    back: 'mix(vec3(0.42, 0.3, 0.1), vec3(0.62, 0.5, 0.25), smoothstep(-0.8, 0.8, b.z))',
    text: 'Infinix',
    textColour: '#4a3a10',
    wallpaper: ['#4c1d95', '#7c3aed', '#f0abfc'],
    clock: '10:24',
    change: { PLATE: 'vec3(0.35, 0.25, 0.09)', FRAME: 'vec3(0.6, 0.5, 0.3)' },
  }),
  phone('itel-a70', {
    ground: BLUE_CLOTH,
    back: 'mix(vec3(0.1, 0.42, 0.55), vec3(0.55, 0.72, 0.75), smoothstep(-0.7, 0.9, b.z - b.x))',
    text: 'itel',
    textColour: '#0b4256',
    wallpaper: ['#fde68a', '#fb923c', '#be123c'],
    clock: '12:10',
    change: {
      MODULE: 'vec4(-0.13, -0.52, 0.17, 0.23)',
      PLATE: 'vec3(0.02)',
      LENSES: '2',
      'LENS_AT(i)': 'vec2(-0.18, -0.62 + 0.2 * float(i))',
      FLASH_AT: 'vec2(-0.04, -0.52)',
      BACK_AT: 'vec3(0.1, 0.1, 62.0)',
      HAS_FACE: '0',
      EYE: 'vec3(-0.5, 2.6, 2.2)',
    },
  }),
  phone('galaxy-a15', {
    ground: RED_CHECK,
    back: 'vec3(0.02, 0.025, 0.035)',
    text: 'SAMSUNG',
    textColour: '#7d8590',
    wallpaper: ['#172554', '#1d4ed8', '#38bdf8'],
    clock: '15:42',
    change: {
      ...THREE_LENSES,
      BACK_AT: 'vec3(-0.2, -0.15, 24.0)',
      FACE_AT: 'vec3(0.42, 0.2, 14.0)',
      EYE: 'vec3(0.6, 3.2, 2.4)',
    },
  }),
  phone('tecno-camon', {
    ground: CEMENT,
    back: 'mix(vec3(0.6, 0.57, 0.5), vec3(0.42, 0.5, 0.6), smoothstep(-0.3, 0.3, b.x * 0.6 + b.z * 0.4))',
    text: 'CAMON',
    textColour: '#5b5b5b',
    wallpaper: ['#064e3b', '#10b981', '#d9f99d'],
    clock: '20:18',
    change: {
      MODULE: 'vec4(0.0, -0.46, 0.25, 0.25)',
      MODULE_EDGE: '0.249',
      PLATE: 'vec3(0.04)',
      'LENS_AT(i)': '(i == 0 ? vec2(0.0, -0.58) : i == 1 ? vec2(-0.11, -0.39) : vec2(0.11, -0.39))',
      FLASH_AT: 'vec2(0.0, -0.45)',
      BACK_AT: 'vec3(0.46, 0.0, 12.0)',
      FACE_AT: 'vec3(-0.46, 0.08, 20.0)',
    },
  }),
  phone('iphone-11', {
    ground: GREEN_MAT,
    back: 'vec3(0.5, 0.03, 0.035)',
    text: '',
    textColour: '#fff',
    wallpaper: ['#7f1d1d', '#dc2626', '#111827'],
    clock: '11:11',
    change: {
      ...TWO_IN_SQUARE,
      PLATE: 'vec3(0.45, 0.06, 0.06)',
      'LENS_AT(i)': 'vec2(-0.2, -0.66 + 0.17 * float(i))',
      CORNER: '0.14',
      HAS_FACE: '0',
      BACK_AT: 'vec3(0.0, 0.0, -28.0)',
      EYE: 'vec3(0.3, 2.7, 1.9)',
      ...lampFromRight,
    },
  }),
  phone('redmi', {
    ground: GREY_TILES,
    back: 'mix(vec3(0.03, 0.1, 0.28), vec3(0.2, 0.42, 0.62), smoothstep(-0.9, 0.7, b.z))',
    text: 'Redmi',
    textColour: '#dbeafe',
    wallpaper: ['#1e3a5f', '#f97316', '#fef3c7'],
    clock: '6:55',
    change: {
      MODULE: 'vec4(-0.12, -0.5, 0.2, 0.25)',
      PLATE: 'vec3(0.03, 0.08, 0.2)',
      BACK_AT: 'vec3(0.0, 0.0, 100.0)',
      HAS_FACE: '0',
      EYE: 'vec3(0.2, 2.7, 1.8)',
    },
  }),
  keypadPhone,
]
