import type { OfferForm, StepForm } from '#contract/agreements/agreement.ts'
import type { Role, StepName } from '#contract/agreements/steps.ts'
import { momentWriter } from '#contract/agreements/moments.ts'
import { stepText } from '#contract/agreements/texts.ts'
import type { Message } from '#contract/conversations/conversations.ts'
import { formatMoney } from '#contract/money.ts'
import { requireUnblocked } from '#server/blocks/service.ts'
import type { Context } from '#server/context.ts'
import { emitSteps, findMessage, openIn, type StepLine } from '#server/conversations/service.ts'
import { recordSignal } from '#server/moderation/reports/service.ts'
import { requireNotLimited } from '#server/moderation/sanctions/service.ts'
import type { Database } from '#server/platform/db/connect.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { productKey, sellerKey } from '#server/platform/http/cdn/keys.ts'
import { sellerName } from '#server/products/seller.ts'
import { countedFor } from './counting.ts'
import {
  type AgreementChange,
  insertAgreement,
  insertLine,
  lockScene,
  type Scene,
  selectNames,
  selectView,
  updateAgreement,
} from './queries.ts'
import { meetingChange, requirePlainPlace } from './meetings.ts'
import { isOpenAgreement, type OpenScene, requireOffer, requireOpen, requireStep } from './rules.ts'
import { tellOfProduct } from './telling.ts'

const STEPS_A_MINUTE = { attempts: 20, seconds: 60 }

type Deps = Pick<
  Context,
  'changes' | 'db' | 'guard' | 'jobs' | 'limiter' | 'live' | 'pushTimer' | 'signer' | 'site' | 'unreadBadges'
>

interface Taken extends StepForm {
  userId: string
  conversationId: string
}

/** Throws conversation-not-found, conversation-access-denied. */
function requireOwnScene(scene: Scene | undefined): Scene {
  if (!scene) throw new AppError('conversation-not-found')
  if (!scene.isParticipant) throw new AppError('conversation-access-denied')
  return scene
}

/** Steps that end an agreement, for which the other person need not be reachable. */
const ENDING: readonly StepName[] = ['cancel', 'decline', 'withdraw', 'deny']

/** Throws person-blocked, person-unavailable, person-banned. */
function requireReachable({ block, isBanned, isUnavailable }: Scene): void {
  requireUnblocked(block)
  if (isBanned) throw new AppError('person-banned')
  if (isUnavailable) requireUnblocked('theirs')
}

/** A reservation that had lapsed before one of the two confirmed it, and the other did not. */
const LAPSED_AGAIN: AgreementChange = { state: 'ended', outcome: 'lapsed', confirmed_by: null }

/** Writes the step. Returns the agreement's id. */
async function write(
  { site }: Pick<Context, 'site'>,
  tx: Database,
  { scene, role, form }: { scene: OpenScene; role: Role; form: Taken },
): Promise<string> {
  const { agreement } = scene
  const line = requireStep(scene, form, role)
  const { hours = 0 } = line
  if (form.step === 'offer' || form.step === 'reserve') {
    const isOffer = form.step === 'offer'
    await requireNotLimited(tx, form.userId)
    const price = isOffer
      ? requireOffer(scene, form.price, (amount) => formatMoney(amount, site.money))
      : scene.price
    if (isOpenAgreement(agreement))
      await updateAgreement(tx, agreement.id, { state: 'ended', outcome: 'answered' })
    return insertAgreement(tx, {
      conversation_id: form.conversationId,
      product_id: scene.productId,
      seller_id: scene.sellerId,
      buyer_id: scene.buyerId,
      price,
      is_buyers_offer: role === 'buyer',
      is_reservation: !isOffer,
      state: isOffer ? 'offered' : 'agreed',
      hours,
    })
  }
  if (agreement === null) throw new AppError('agreement-changed')
  const counts = line.to === 'done' && (await countedFor(tx, scene))
  const change =
    form.step === 'deny' && scene.hasLapsed
      ? LAPSED_AGAIN
      : (meetingChange({ form, agreement, role, moment: momentWriter(site.timeZone) }) ??
        changeOf(form, role, line))
  await updateAgreement(tx, agreement.id, { ...change, ...counts })
  return agreement.id
}

function changeOf(
  { step, reason }: Taken,
  role: Role,
  { to, outcome, hours }: ReturnType<typeof requireStep>,
): AgreementChange {
  if (step === 'come') return { is_coming: true }
  if (step === 'keep')
    return { is_kept_longer: true, isExtension: true, ...(hours !== undefined && { hours }) }
  return {
    state: to,
    outcome: outcome ?? null,
    ...(hours !== undefined && { hours }),
    ...(step === 'confirm' && to === 'half-confirmed' && { confirmed_by: role }),
    ...(step === 'deny' && { confirmed_by: null }),
    ...(to === 'ended' && { ended_by: role }),
    ...(reason !== undefined && { reason }),
  }
}

/** Adds the line about the step, with the notification to the other person. */
async function tell(
  { site }: Pick<Context, 'site'>,
  tx: Database,
  { scene, role, form, agreementId }: { scene: OpenScene; role: Role; form: Taken; agreementId: string },
): Promise<StepLine> {
  const [agreement, names] = [await selectView(tx, agreementId), await selectNames(tx, scene)]
  const reader = role === 'buyer' ? 'seller' : 'buyer'
  const profile = names.get(role === 'buyer' ? scene.buyerId : scene.sellerId)
  const text = stepText(
    { kind: form.step, by: role, agreement },
    {
      reader,
      other: profile ? sellerName(profile) : '',
      title: scene.title,
      money: (amount) => formatMoney(amount, site.money),
      moment: momentWriter(site.timeZone),
    },
  )
  const isSilent = form.step === 'withdraw'
  const texts = isSilent ? {} : { [reader]: text }
  return insertLine(tx, {
    agreementId,
    kind: form.step,
    by: role,
    clientKey: form.clientKey,
    texts,
    isSilent,
  })
}

/** Who says that a deal is done and hears 'no' is noticed by the moderators; it decides nothing. */
const noteDenied = (tx: Database, { productId, sellerId, buyerId }: OpenScene, denier: Role) => {
  const id = denier === 'buyer' ? sellerId : buyerId
  const detail = { productId, deniedBy: denier === 'buyer' ? buyerId : sellerId }
  return recordSignal(tx, { target: { kind: 'person', id }, subjectId: id, reason: 'deal-denied', detail })
}

/** Runs in a transaction; `takeStep` says what it throws. With `isFirst` it is only taken if nothing is agreed or offered. */
export async function takeIn(
  ctx: Deps,
  tx: Database,
  taken: Taken,
  isFirst = false,
): Promise<StepLine | { known: string }> {
  const found = requireOwnScene(await lockScene(tx, taken))
  const isOver = !isOpenAgreement(found.agreement)
  const form = isFirst && isOver ? { ...taken, agreementId: found.agreement?.id } : taken
  if (found.known !== null) return { known: found.known }
  const scene = requireOpen(found)
  if (!ENDING.includes(form.step)) requireReachable(scene)
  const role: Role = form.userId === scene.buyerId ? 'buyer' : 'seller'
  const agreementId = await write(ctx, tx, { scene, role, form })
  if (form.step === 'deny') await noteDenied(tx, scene, role)
  const line = await tell(ctx, tx, { scene, role, form, agreementId })
  await ctx.changes.announce(tx, 'market', [
    productKey(scene.productId),
    sellerKey(scene.sellerId),
    sellerKey(scene.buyerId),
  ])
  if (line.step) await tellOfProduct(ctx, tx, { ...scene, agreement: line.step.agreement })
  return line
}

/** A key of a written message takes no step. Throws forbidden. */
function requireStepMessage(message: Message): Message {
  if (!message.step) throw new AppError('forbidden')
  return message
}

/** Runs after the commit. Returns the line as a message, or the message with the same key. */
async function emitLine(ctx: Deps, form: Taken, line: StepLine | { known: string }): Promise<Message> {
  if ('known' in line) return requireStepMessage(await findMessage(ctx, { ...form, senderId: form.userId }))
  const [message] = await emitSteps(ctx, [line])
  if (!message) throw new Error('the step has no message')
  return message
}

/**
 * Takes a step and returns its line, or the message with the same key. Throws conversation-not-found,
 * conversation-access-denied, product-not-found, person-left, person-blocked, person-unavailable, person-banned,
 * agreement-changed, price-fixed, too-many-offers, product-sold, product-held, promised-to-another, account-limited,
 * invalid-input, too-many-messages, forbidden (another's key).
 */
export async function takeStep(ctx: Deps, form: Taken): Promise<Message> {
  await ctx.limiter.take(`steps:${form.userId}`, STEPS_A_MINUTE, 'too-many-messages')
  await requirePlainPlace(ctx, form)
  return emitLine(ctx, form, await ctx.db.transaction().execute((tx) => takeIn(ctx, tx, form)))
}

/**
 * Offers an amount from the page of a product, in the conversation about it. A refused offer leaves no new conversation
 * behind. Throws what `openConversation` and `takeStep` throw.
 */
export async function makeOffer(
  ctx: Deps & Pick<Context, 'personHashes' | 'sms'>,
  { userId, productId, ...offer }: OfferForm & { userId: string; productId: string },
): Promise<Message> {
  await ctx.limiter.take(`steps:${userId}`, STEPS_A_MINUTE, 'too-many-messages')
  const [form, line] = await ctx.db.transaction().execute(async (tx) => {
    const { id: conversationId } = await openIn(ctx, tx, { userId, productId })
    const taken: Taken = { ...offer, step: 'offer', userId, conversationId }
    return [taken, await takeIn(ctx, tx, taken, true)] as const
  })
  return emitLine(ctx, form, line)
}
