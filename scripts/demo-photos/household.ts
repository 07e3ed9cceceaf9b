import { type Drawing, BY_DAY, half, INDOORS, labelOf, lampFromRight, NO_LABEL } from './drawing.ts'

/** Strips of blocks, as a loom makes them. */
function kente(kind: number) {
  const colours =
    kind === 0 ? ['#d4a017', '#0f7a3d', '#b91c1c', '#111111'] : ['#d4a017', '#1d3f9a', '#0f7a3d', '#7f1d1d']
  const of = (index: number) => colours[index % 4] ?? ''
  const block = (column: number, row: number) => {
    const x = column * 40
    const y = row * 44
    if ((column + row) % 2 === 0)
      return [0, 1, 2, 3, 4]
        .map(
          (line) =>
            `<rect x="${x}" y="${y + line * 8.8}" width="40" height="8.8" fill="${of(line + column)}"/>`,
        )
        .join('')
    return `<rect x="${x}" y="${y}" width="40" height="44" fill="${of(column + kind)}"/><path d="M${x + 20} ${y + 4} l16 18 l-16 18 l-16 -18 z" fill="${of(column + kind + 1)}"/><path d="M${x + 20} ${y + 13} l8 9 l-8 9 l-8 -9 z" fill="${of(column + kind + 2)}"/>`
  }
  const blocks = Array.from({ length: 8 }, (_, column) =>
    Array.from({ length: 5 }, (__, row) => block(column, row)).join(''),
  ).join('')
  return `${blocks}<g fill="#2a1a08" opacity="0.6">${Array.from({ length: 9 }, (_, line) => `<rect x="${line * 40 - 0.8}" width="1.6" height="220"/>`).join('')}</g>`
}
const waxPrint = (ground: string, first: string, second: string) =>
  `<rect width="300" height="200" fill="${ground}"/>${Array.from({ length: 24 }, (_, index) => {
    const x = 25 + (index % 6) * 50
    const y = 25 + Math.floor(index / 6) * 50
    return `<circle cx="${x}" cy="${y}" r="21" fill="${first}"/><circle cx="${x}" cy="${y}" r="16" fill="${ground}"/>${[0, 60, 120, 180, 240, 300].map((angle) => `<ellipse cx="${x}" cy="${y - 9}" rx="3.4" ry="6" fill="${second}" transform="rotate(${angle} ${x} ${y})"/>`).join('')}<circle cx="${x}" cy="${y}" r="3.4" fill="${first}"/><circle cx="${x + 25}" cy="${y + 25}" r="4" fill="${second}"/>`
  }).join('')}`

export const HOUSEHOLD: Drawing[] = [
  {
    name: 'gas-cooker',
    scene: 'gas-cooker',
    values: { ...INDOORS, EYE: 'vec3(-0.25, 1.65, 2.75)' },
    label: labelOf(
      half(
        0,
        58,
        74,
        `<text x="29" y="6" font-size="3" text-anchor="middle" font-weight="700" fill="#222" letter-spacing="0.4">ZANUSSI</text>`,
      ),
    ),
  },
  {
    name: 'rice-cooker',
    scene: 'rice-cooker',
    values: { ...INDOORS, ...lampFromRight, EYE: 'vec3(-0.6, 3.4, 5.6)' },
    label: labelOf(
      half(
        0,
        200,
        200,
        `<g fill="none" stroke="#b91c1c" stroke-width="3" opacity="0.85"><path d="M22 120 q12 -30 0 -60 M30 125 q20 -30 6 -66"/><path d="M178 120 q-12 -30 0 -60 M170 125 q-20 -30 -6 -66"/></g><g fill="#b91c1c"><circle cx="26" cy="66" r="6"/><circle cx="174" cy="66" r="6"/><circle cx="40" cy="84" r="5"/><circle cx="160" cy="84" r="5"/></g><text x="100" y="84" font-size="13" font-weight="700" text-anchor="middle" fill="#1f2937">Binatone</text>`,
      ),
      half(
        1,
        60,
        60,
        `<text x="30" y="18" font-size="8" text-anchor="middle" fill="#fff">WARM</text><circle cx="16" cy="28" r="3.4" fill="#fbbf24"/><text x="30" y="47" font-size="8" text-anchor="middle" fill="#fff">COOK</text><circle cx="44" cy="28" r="3.4" fill="#450a0a"/>`,
      ),
    ),
  },
  {
    name: 'fan',
    scene: 'fan',
    values: { ...INDOORS, EYE: 'vec3(0.15, 1.05, 3.0)', LAMP: 'vec3(-4.0, 5.0, 4.0)' },
    label: labelOf(
      half(
        0,
        100,
        100,
        `<circle cx="50" cy="50" r="48" fill="#111827"/><text x="50" y="56" font-size="19" font-weight="700" text-anchor="middle" fill="#fff">OX</text>`,
      ),
    ),
  },
  {
    name: 'sewing-machine',
    scene: 'sewing-machine',
    values: { ...INDOORS, EYE: 'vec3(-0.6, 3.7, 7.6)' },
    label: labelOf(
      half(
        0,
        240,
        80,
        `<text x="112" y="50" font-size="27" font-family="URW Bookman, Georgia, serif" font-weight="700" text-anchor="middle" fill="#d7a93b" letter-spacing="2">BUTTERFLY</text><g fill="none" stroke="#d7a93b" stroke-width="1.6"><path d="M14 62 h196 M14 18 h196"/></g>`,
      ),
      half(
        1,
        380,
        160,
        `<g fill="none" stroke="#d7a93b" stroke-width="3"><rect x="14" y="14" width="352" height="132" rx="10"/><rect x="22" y="22" width="336" height="116" rx="6" stroke-width="1.2"/><path d="M140 80 q40 -50 80 0 t80 0"/></g>`,
      ),
    ),
  },
  {
    name: 'pots',
    scene: 'pots',
    values: { ...BY_DAY, PANE: '1.2', EYE: 'vec3(0.3, 3.6, 6.6)', LAMP: 'vec3(-8.0, 14.0, 9.0)' },
    label: NO_LABEL,
  },
  {
    name: 'kente',
    scene: 'cloth',
    values: {
      ...INDOORS,
      EYE: 'vec3(0.8, 3.6, 5.0)',
      GROUND: 'planks(p.xz * 0.9 + 2.0, vec3(0.4, 0.26, 0.14), vec3(0.22, 0.12, 0.06), 0.9)',
      LAYERS: '3.0',
      TURNED: '14.0',
    },
    label: labelOf(half(0, 320, 220, kente(0)), half(1, 320, 220, kente(1))),
  },
  {
    name: 'wax-print',
    scene: 'cloth',
    values: {
      ...INDOORS,
      ...lampFromRight,
      EYE: 'vec3(-1.0, 4.2, 4.3)',
      GROUND: 'woven(p.xz, vec3(0.6, 0.56, 0.5))',
      LAYERS: '2.0',
      TURNED: '-24.0',
    },
    label: labelOf(
      half(0, 300, 200, waxPrint('#12305e', '#e9a13b', '#f4ead6')),
      half(1, 300, 200, waxPrint('#5b1130', '#3aa08f', '#f6dfb0')),
    ),
  },
  {
    name: 'shea-butter',
    scene: 'shea-butter',
    values: { ...INDOORS, EYE: 'vec3(0.4, 3.3, 3.9)' },
    label: NO_LABEL,
  },
]
