import { CARS } from './cars.ts'
import type { Drawing } from './drawing.ts'
import { FRIDGES } from './fridges.ts'
import { GAMES } from './games.ts'
import { HOUSEHOLD } from './household.ts'
import { PHONES } from './phones.ts'
import { ROOMS } from './rooms.ts'
import { TELEVISIONS } from './televisions.ts'

export const DRAWINGS: Drawing[] = [
  ...PHONES,
  ...FRIDGES,
  ...TELEVISIONS,
  ...HOUSEHOLD,
  ...GAMES,
  ...ROOMS,
  ...CARS,
]
