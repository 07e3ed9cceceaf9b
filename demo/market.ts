import type { DemoProduct } from './demo-types.ts'
import { APPLIANCES } from './market-appliances.ts'
import { CAMERAS } from './market-cameras.ts'
import { CARS } from './market-cars.ts'
import { COMPUTER_ACCESSORIES } from './market-computer-accessories.ts'
import { COMPUTERS } from './market-computers.ts'
import { DRAFTS } from './market-drafts.ts'
import { FASHION_AND_BEAUTY } from './market-fashion-and-beauty.ts'
import { FURNITURE } from './market-furniture.ts'
import { GAMING } from './market-gaming.ts'
import { HOMES } from './market-homes.ts'
import { PHONES_AND_TABLETS } from './market-phones.ts'
import { PLANTS } from './market-plants.ts'
import { SPORTS } from './market-sports.ts'

/** A small, believable market with examples of every category, region, date filter and state. */
export const DEMO_PRODUCTS: DemoProduct[] = [
  ...PHONES_AND_TABLETS,
  ...APPLIANCES,
  ...CARS,
  ...HOMES,
  ...COMPUTERS,
  ...COMPUTER_ACCESSORIES,
  ...GAMING,
  ...FASHION_AND_BEAUTY,
  ...FURNITURE,
  ...PLANTS,
  ...CAMERAS,
  ...SPORTS,
  ...DRAFTS,
]
