import { type Drawing, BY_DAY, half, INDOORS, labelOf, NO_LABEL, rgb } from './drawing.ts'

interface Room {
  eye: string
  walls: [below: string, above: string]
  floor: string
  curtain: string
  windowX: string
  things: { distance: string; material: string }
}

const room = (name: string, { eye, walls, floor, curtain, windowX, things }: Room): Drawing => ({
  name,
  scene: 'bedroom',
  values: {
    ...INDOORS,
    LAMP: 'vec3(-2.4, 2.3, 2.6)',
    LAMP_SIZE: 'vec3(0.5)',
    LAMP_COLOUR: 'vec3(1.0, 0.95, 0.88)',
    AMBIENT: 'vec3(0.3)',
    LENS: '1.4',
    EYE: eye,
    WALL_BELOW: walls[0],
    WALL_ABOVE: walls[1],
    FLOOR: floor,
    CURTAIN: curtain,
    WINDOW_X: windowX,
    BED: things.distance,
    BED_MATERIAL: things.material,
  },
  label: NO_LABEL,
})

const DOUBLE_BED = {
  distance: 'double_bed(p)',
  material: 'double_bed_material(id, p)',
}
const BUNK = { distance: 'bunk(p)', material: 'bunk_material(id, p)' }
const EMPTY_HALL = { distance: 'hall(p)', material: 'hall_material(id, p)' }

export const ROOMS: Drawing[] = [
  room('room-east-legon', {
    eye: 'vec3(-1.3, 1.5, 3.6)',
    walls: [rgb(0.34, 0.4, 0.34), rgb(0.72, 0.72, 0.64)],
    floor: 'tiles(p.xz, vec3(0.6, 0.55, 0.46), 0.5)',
    curtain: rgb(0.5, 0.28, 0.08),
    windowX: '-0.2',
    things: DOUBLE_BED,
  }),
  room('hostel-bunk', {
    eye: 'vec3(-1.5, 1.5, 3.3)',
    walls: [rgb(0.1, 0.24, 0.4), rgb(0.66, 0.7, 0.72)],
    floor: 'terrazzo(p.xz * 2.0, vec3(0.55, 0.5, 0.42))',
    curtain: rgb(0.06, 0.2, 0.3),
    windowX: '-0.9',
    things: BUNK,
  }),
  room('chamber-and-hall', {
    eye: 'vec3(-1.4, 1.45, 3.7)',
    walls: [rgb(0.5, 0.16, 0.08), rgb(0.8, 0.66, 0.45)],
    floor: 'tiles(p.xz + 0.2, vec3(0.7, 0.68, 0.64), 0.6)',
    curtain: rgb(0.55, 0.5, 0.42),
    windowX: '0.3',
    things: EMPTY_HALL,
  }),
  {
    name: 'container',
    scene: 'container',
    values: { ...BY_DAY, EYE: 'vec3(-0.5, 1.7, 8.2)', LENS: '1.7' },
    label: labelOf(
      half(
        0,
        210,
        130,
        '<rect x="20" y="30" width="170" height="70" fill="#f4ead6"/><text x="105" y="62" font-size="26" font-weight="700" text-anchor="middle" fill="#7f1d1d">TO LET</text><text x="105" y="88" font-size="15" text-anchor="middle" fill="#1f2937">ask in the next shop</text>',
      ),
    ),
  },
]
