import { readFile } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import sharp from 'sharp'
import { findChromium } from '#scripts/programs/chromium.js'
import type { Order } from './demo-photos/draw-in-page.ts'
import type { Drawing } from './demo-photos/drawing.ts'
import { DRAWINGS } from './demo-photos/drawings.ts'

// Draws the demo market's goods without a photograph: all, or those whose names begin with an argument. It
// needs a Chromium, and about a minute for each drawing on a machine without a graphics card.

const SCENES = join(import.meta.dirname, 'demo-photos')
const PHOTOS = join(import.meta.dirname, '..', 'demo', 'photos')
const SIZE = { width: 800, height: 600 }
const SAMPLES_PER_PIXEL = 12
const FLAGS = ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader']

const wanted = process.argv.slice(2)
const isWanted = ({ name }: Drawing) =>
  wanted.length === 0 || wanted.some((beginning) => name.startsWith(beginning))

const read = (name: string) => readFile(join(SCENES, name), 'utf8')

const browser = await chromium.launch({ executablePath: findChromium(), args: FLAGS })
try {
  const page = await browser.newPage()
  await page.addScriptTag({ type: 'module', content: stripTypeScriptTypes(await read('draw-in-page.ts')) })
  for (const { name, scene, values, label } of DRAWINGS.filter(isWanted)) {
    const sources = [await read('renderer.glsl'), await read(`${scene}.glsl`), await read('light.glsl')]
    const order: Order = { ...SIZE, samples: SAMPLES_PER_PIXEL, sources, values, label }
    const address = await page.evaluate<string>(`drawScene(${JSON.stringify(order)})`)
    const png = Buffer.from(address.slice(address.indexOf(',') + 1), 'base64')
    await sharp(png)
      .jpeg({ quality: 84, mozjpeg: true })
      .toFile(join(PHOTOS, `drawn-${name}.jpg`))
    console.log(name)
  }
} finally {
  await browser.close()
}
