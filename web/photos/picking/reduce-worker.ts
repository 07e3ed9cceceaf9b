import { reduceHere } from './draw-photo.ts'

let last: Promise<unknown> = Promise.resolve()

addEventListener('message', ({ data, ports }: MessageEvent<Blob>) => {
  last = last.then(async () => ports[0]?.postMessage(await reduceHere(data)))
})
