import { type Drawing, half, INDOORS, labelOf, rgb } from './drawing.ts'

interface Pad {
  eye: string
  centre: string
  pad: [at: string, colour: string, stick: string]
  /** Code that adds an object to the distance function. */
  beside: string
  code: string
  material: string
  ground: string
  wall: [below: string, above: string]
  label: string
}

const pad = (
  name: string,
  { eye, centre, pad: [at, colour, stick], beside, code, material, ground, wall, label }: Pad,
): Drawing => ({
  name,
  scene: 'game-pad',
  values: {
    ...INDOORS,
    EYE: eye,
    CENTRE: centre,
    PAD_AT: at,
    PAD_COLOUR: colour,
    STICK_Z: stick,
    BESIDE: beside,
    BESIDE_SHAPES: code,
    BESIDE_MATERIAL: material,
    GROUND: ground,
    WALL_BELOW: wall[0],
    WALL_ABOVE: wall[1],
  },
  label: labelOf(label),
})

const gameCover = (part: number, colours: [string, string, string], title: string, art: string) =>
  `<svg x="${part * 134}" width="134" height="170" viewBox="0 0 134 170"><rect width="134" height="170" fill="${colours[0]}"/><rect width="134" height="18" fill="#0b3fa8"/><text x="8" y="13.5" font-size="12" font-weight="700" fill="#fff">PS4</text>${art}<text x="67" y="52" font-size="24" font-weight="700" text-anchor="middle" fill="${colours[2]}">${title}</text></svg>`
const COVERS = [
  gameCover(
    0,
    ['#14532d', '#fff', '#fff'],
    'FC 24',
    '<circle cx="67" cy="112" r="36" fill="#f4f4f4"/><path d="M67 92 l16 12 l-6 19 h-20 l-6 -19 z" fill="#111"/><g stroke="#111" stroke-width="4"><path d="M67 92 v-16 M83 104 l18 -7 M77 123 l13 16 M57 123 l-13 16 M51 104 l-18 -7"/></g>',
  ),
  gameCover(
    1,
    ['#f59e0b', '#111', '#111'],
    'GTA V',
    '<path d="M0 120 h134 v50 h-134 z" fill="#7c2d12"/><g fill="#1f2937"><rect x="14" y="74" width="22" height="60"/><rect x="42" y="90" width="26" height="44"/><rect x="76" y="66" width="18" height="68"/><rect x="100" y="84" width="24" height="50"/></g><circle cx="104" cy="72" r="13" fill="#fde68a"/>',
  ),
  gameCover(
    2,
    ['#7f1d1d', '#fff', '#fde68a'],
    'TEKKEN 7',
    '<path d="M24 150 L62 66 L80 96 L112 70 L96 150 Z" fill="#111"/><path d="M40 140 L66 84 L78 112 L100 92 L88 140 Z" fill="#f97316"/>',
  ),
].join('')

export const GAMES: Drawing[] = [
  pad('ps4', {
    eye: 'vec3(0.6, 4.4, 5.4)',
    centre: 'vec3(0.2, 0.1, 0.3)',
    pad: ['vec3(1.15, 1.15, 18.0)', 'vec3(0.02)', '0.1'],
    beside: 'd = nearer(d, vec2(slim(p), 3.0));',
    code: 'float slim(vec3 p) { p.xz = turn(-14.0) * (p.xz - vec2(-0.35, -0.3)); float low = box(p - vec3(0, 0.13, 0), vec3(1.42, 0.1, 1.3), 0.06); float high = box(p - vec3(0, 0.31, 0), vec3(1.42, 0.075, 1.3), 0.06); return min(min(low, high), box(p - vec3(0, 0.22, 0), vec3(1.38, 0.1, 1.26), 0.0)); }',
    material:
      'if (id < 3.5) { vec3 q = p; q.xz = turn(-14.0) * (q.xz - vec2(-0.35, -0.3)); vec4 ink = n.y > 0.8 ? printed(vec2(q.x, -q.z) / 2.8 + 0.5, 0) : vec4(0.0); return Material(mix(vec3(0.018), ink.rgb, ink.a), 0.04, 0.2, 0.0); }',
    ground: 'planks(p.xz * 0.8 + 3.0, vec3(0.46, 0.28, 0.14), vec3(0.26, 0.13, 0.06), 1.1)',
    wall: [rgb(0.3, 0.36, 0.42), rgb(0.3, 0.36, 0.42)],
    label: half(
      0,
      280,
      280,
      '<text x="140" y="160" font-size="40" font-weight="700" font-style="italic" text-anchor="middle" fill="#4b5563">PS4</text>',
    ),
  }),
  pad('xbox-series-s', {
    eye: 'vec3(-0.6, 2.7, 7.2)',
    centre: 'vec3(-0.1, 1.15, 0.0)',
    pad: ['vec3(-1.0, 1.2, -16.0)', 'vec3(0.66)', '0.12'],
    beside: 'd = nearer(d, vec2(tower(p), 3.0));',
    code: 'float tower(vec3 p) { p.xz = turn(24.0) * (p.xz - vec2(0.7, -0.3)); return box(p - vec3(0, 1.38, 0), vec3(0.75, 1.36, 0.33), 0.04); }',
    material:
      'if (id < 3.5) { vec3 q = p; q.xz = turn(24.0) * (q.xz - vec2(0.7, -0.3)); if (q.z > 0.3) { float r = length(q.xy - vec2(0.0, 1.75)); if (r < 0.62) { vec2 g = fract(q.xy * 11.0) - 0.5; return dull(length(g) < 0.3 ? vec3(0.002) : vec3(0.02)); } } return Material(vec3(0.68), 0.04, 0.16, 0.0); }',
    ground: 'Material(vec3(0.06, 0.055, 0.05) * (0.8 + 0.4 * cloud(p.xz * vec2(0.5, 4.0))), 0.05, 0.08, 0.0)',
    wall: [rgb(0.12, 0.28, 0.2), rgb(0.12, 0.28, 0.2)],
    label: '',
  }),
  {
    name: 'switch-lite',
    scene: 'handheld',
    values: { ...INDOORS, EYE: 'vec3(0.2, 2.6, 1.9)' },
    label: labelOf(
      half(
        0,
        1160,
        660,
        `<rect x="20" y="20" width="1120" height="620" rx="8" fill="#38bdf8"/><rect x="20" y="400" width="1120" height="240" fill="#4d9b3a"/><circle cx="930" cy="150" r="66" fill="#fde68a"/><path d="M20 420 L260 240 L470 420 L640 300 L840 420 Z" fill="#6b8f71"/><rect x="180" y="470" width="150" height="60" fill="#b45309"/><rect x="480" y="390" width="60" height="60" fill="#f59e0b"/><rect x="560" y="390" width="60" height="60" fill="#f59e0b"/><g fill="#dc2626"><rect x="700" y="500" width="60" height="80" rx="10"/><circle cx="730" cy="480" r="30"/></g><text x="60" y="90" font-size="50" font-weight="700" fill="#fff">WORLD 1-2</text>`,
      ),
    ),
  },
  pad('dualshock', {
    eye: 'vec3(-0.3, 3.2, 1.8)',
    centre: 'vec3(0.0, 0.15, 0.05)',
    pad: ['vec3(0.0, -0.1, -20.0)', 'vec3(0.03, 0.1, 0.42)', '0.1'],
    beside: '',
    code: '',
    material: '',
    ground:
      'woven(p.xz, mix(vec3(0.62, 0.56, 0.45), vec3(0.5, 0.34, 0.14), step(0.7, fract(p.x * 0.8 + 0.2))))',
    wall: [rgb(0.5, 0.5, 0.5), rgb(0.5, 0.5, 0.5)],
    label: '',
  }),
  pad('games', {
    eye: 'vec3(0.2, 4.6, 3.1)',
    centre: 'vec3(0.0, 0.1, 0.1)',
    pad: ['vec3(40.0, 0.0, 0.0)', 'vec3(0.1)', '0.1'],
    beside: 'd = nearer(d, vec2(cases(p), 3.0));',
    code: 'vec3 case_at(vec3 p, int i) { p -= i == 0 ? vec3(-1.15, 0.075, 0.1) : i == 1 ? vec3(0.15, 0.075, -0.15) : vec3(1.05, 0.21, 0.35); p.xz = turn(i == 0 ? 10.0 : i == 1 ? -4.0 : 15.0) * p.xz; return p; } float cases(vec3 p) { float d = 9.0; for (int i = 0; i < 3; i++) d = min(d, box(case_at(p, i), vec3(0.67, 0.07, 0.85), 0.03)); return d; }',
    material:
      'if (id < 3.5) { for (int i = 2; i >= 0; i--) { vec3 q = case_at(p, i); if (box(q, vec3(0.67, 0.07, 0.85), 0.03) > 0.01) continue; vec4 ink = n.y > 0.8 ? printed(vec2((q.x / 1.34 + 0.5 + float(i)) / 3.0, 0.5 - q.z / 1.7), 0) : vec4(0.0); return Material(mix(vec3(0.03, 0.1, 0.45), ink.rgb, ink.a), 0.06, 0.03, 0.0); } }',
    ground: 'planks(p.zx * 0.8, vec3(0.55, 0.42, 0.28), vec3(0.36, 0.25, 0.15), 1.0)',
    wall: [rgb(0.5, 0.5, 0.5), rgb(0.5, 0.5, 0.5)],
    label: half(0, 402, 170, COVERS),
  }),
]
