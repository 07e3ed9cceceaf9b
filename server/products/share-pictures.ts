import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { formatMoney } from '#contract/money.ts'
import { type Product, ProductId } from '#contract/products.ts'
import { SHARE_FOLDER, SHARE_PICTURES, type SharePicture } from '#contract/sharing/share-pictures.ts'
import { shortCode, SHORT_LINKS } from '#contract/sharing/short-links.ts'
import { PHOTO_WIDTHS } from '#contract/limits.ts'
import type { Context } from '#server/context.ts'
import { createLoadingCache } from '#server/platform/cache/loading-cache.ts'
import { createGate } from '#server/platform/concurrency/gate.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { photosKey, productKey } from '#server/platform/http/cdn/keys.ts'
import { isKnown } from '#server/platform/http/files/etag.ts'
import { PHOTOS } from '#server/platform/images/picture-files.ts'
import { packShareOrder, type ShareTexts } from '#server/platform/images/share-order.ts'
import { getProduct } from './service.ts'

/** Some 100 KB each. A picture that was dropped is drawn again when somebody requests it. */
const PICTURES_MAX = 100
const FRESH_MS = 24 * 3_600_000
/** Sellers' photos wait in the same queue, so it contains at most one of these pictures at a time. */
const DRAWING = { concurrency: 1, queueLength: 20, retryAfterSeconds: 5 }
/** Cached pictures cost nothing and do not count. */
const DRAWINGS_PER_ADDRESS = { attempts: 60, seconds: 600 }
const CACHE_CONTROL = 'public, max-age=3600'
const WIDEST = Math.max(...PHOTO_WIDTHS)

type Deps = Pick<Context, 'reads' | 'storage' | 'images' | 'limiter' | 'addressOf' | 'site'>

const isKind = (text: string): text is SharePicture => Object.hasOwn(SHARE_PICTURES, text)

function textsOf(
  product: Product,
  kind: SharePicture,
  { publicUrl, siteName, money }: Deps['site'],
): ShareTexts {
  return {
    kind,
    title: product.title,
    price: product.status === 'sold' ? 'Sold' : formatMoney(product.price, money),
    area: [product.location, product.region].filter(Boolean).join(', '),
    siteName,
    url: `${publicUrl}${SHORT_LINKS}/${shortCode(product.id)}`,
  }
}

async function readPhoto(storage: Deps['storage'], src: string | undefined): Promise<Uint8Array | undefined> {
  if (!src?.startsWith(PHOTOS)) return undefined
  const found = await storage.read(`${src.slice(PHOTOS.length)}-${WIDEST}.jpg`)
  return found ? new Response(found.stream).bytes() : undefined
}

/**
 * Serves pictures of a public product for WhatsApp's Status and for link previews. They are drawn on first
 * request; a change of their content gives them another address.
 */
export function addSharePictures(app: FastifyInstance, deps: Deps): void {
  const { reads, storage, images, limiter, addressOf, site } = deps
  const gate = createGate(DRAWING)
  const pictures = createLoadingCache<Uint8Array<ArrayBuffer>>({ max: PICTURES_MAX, freshMs: FRESH_MS })

  async function draw(texts: ShareTexts, src: string | undefined) {
    const photo = await readPhoto(storage, src)
    const { bytes } = await images.process(packShareOrder({ texts, photo }), 'share')
    return new Uint8Array(bytes)
  }

  async function send(request: FastifyRequest, reply: FastifyReply) {
    const params = request.params as { id: string; file: string }
    const [kind = '', type] = params.file.split('.')
    const id = ProductId.safeParse(params.id)
    if (!isKind(kind) || type !== 'jpg' || !id.success) throw new AppError('not-found')
    const product = await getProduct({ reads }, { id: id.data })
    const texts = textsOf(product, kind, site)
    const src = product.photos[0]?.src
    const name = createHash('sha256')
      .update(JSON.stringify([texts, src]))
      .digest('base64url')
      .slice(0, 22)
    reply.surrogateKeys = [productKey(product.id), photosKey(product.seller.id)]
    const etag = `"${name}"`
    reply.headers({ 'cache-control': CACHE_CONTROL, etag })
    if (isKnown(request, etag)) return reply.code(304).send()
    const bytes = await pictures.get(name, async () => {
      await limiter.take(`share-picture:${addressOf(request)}`, DRAWINGS_PER_ADDRESS)
      return gate.run(() => draw(texts, src))
    })
    reply.header('content-type', 'image/jpeg')
    return bytes
  }

  app.get(`${SHARE_FOLDER}/:id/:file`, send)
}
