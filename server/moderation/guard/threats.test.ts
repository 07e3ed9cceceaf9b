import { describe, expect, it } from 'vitest'
import { isAboutThreats } from '#contract/moderation/guard/rules.ts'
import { loadMessageModel } from '#server/moderation/guard/judgement/message-judge.ts'
import { readSeed } from './seed-rules.ts'
import { shippedRules } from './shipped-rules.ts'

const { engine, nameOf } = shippedRules('sankofa.test', loadMessageModel())
const isThreat = (text: string) => engine(text).hits.some(({ ruleId }) => isAboutThreats(nameOf(ruleId)))
const wrongIn = (lines: string, expected: boolean) =>
  lines
    .trim()
    .split('\n')
    .filter((line) => isThreat(line) !== expected)

/** One message a line. */
const THREATS = {
  'to kill or wound': `
I will kill you tomorrow for this game you play
I don't care I will kill you
It will hurt, I will stab you
Pay or I will hurt you, this is no laugh matter
im going to kill u
kill you
I will not lie, I will stab you
I'll shoot you a message, then I will strangle you
I will find you and murder you
I swear to God I'll beat you till you vomit
I will slap you in front of your customers
We are going to beat you mercilessly
I will k1ll y0u`,
  'to somebody’s family': `
I will kill your family
I will kill your children
I will rape your daughter
I will beat your wife and your small boys
I'll burn your mother alive
I know where your kids go to school`,
  'of death': `
you are a dead man
your days are numbered
You will die tonight
Prepare your coffin
You will die
Your life is in danger
I will put you in a wheelchair`,
  'to body and goods': `
I'll break your legs
I will cut your throat
We will burn your shop
I will pour acid on your face
I'm coming with a cutlass
I will smash your car`,
  'to come': `
I know where you live, I am coming
I know where you live and I will come with boys
I know where you live. Bring my money
Pay my money, I know where you live
My boys will beat you
I will send macho men to your house
Do you think I don't know where you live?`,
  'with pictures': `
I will post your nude pictures
Send 500 or I post your pictures
If you don't pay I will send your pictures to your husband
I have your naked video
I'll leak your chats
I will expose you to your church`,
  'of revenge': `
I go deal with you
I will deal with you
You will regret ever knowing me
Watch your back
I will make you suffer
I will take your name to Antoa`,
  'in Pidgin': `
I go wound you
I go finish you and your family
We go break your leg
I go give you dirty slap
My boys go come your house come beat you
You go cry for your life`,
  'in Twi': `
Mɛkum wo
Mebɛboro wo
Wobɛwu anadwo yi
Yɛbɛhye wo fie
Mebubu wo nan
Mede wo bɛkɔ Antoa
Menim baabi a wote, wobɛhu
Mɛkum wo mma`,
}

const ORDINARY = {
  'sends and shows': `
I will shoot you a message
I'll shoot you the location
I shoot you a photo now
I will shoot your wedding for 500
I'll post your pictures on our page
Send clear pictures of it or I cannot decide`,
  'bargains and plays': `
I will beat you down to 200
I'll beat you to it
I will beat your brother's price
I will slap you with a discount
I will kill you with kindness
I'll kill the price for you
You want to kill me with this price
I will beat you at FIFA
If it turns out to be a fake I will kill you, haha`,
  'speaks of dying': `
You dead boss, where are you
U dead?
you are dead wrong, it costs 500
you will die for this sound system
You go die when you hear the sound
You will bleed money there
If you eat it raw you will die
Your battery will die soon`,
  'cuts and breaks': `
Cut your hair, head and neck massage
I can cut your legs of the table to size
I'll break your change into coins
Cutlasses in three sizes, at your shop tomorrow`,
  'is sorry or warns': `
If I hurt you I am sorry
Did I hurt you
I will never hurt you
They will beat you if you go to that market at night
Be careful, they will kill you there at night
The gas can kill you, switch it off
He said I will kill you so I reported him
Thieves will harm you at that station`,
  'knows a house': `
I already know where you live
We know where you live so delivery is free
I know where you live, I am coming to collect the fan
I know where you live, I'll pass after church
Let me know where you live
I will come with my boys to carry the fridge`,
  'deals and promises': `
I prefer to deal with you
I will deal with you directly
You will see what happens when you switch it on
I'll make you an offer
I will teach you how to use it`,
  'is Pidgin': `
I go finish you the work tomorrow
I go flog you the phone for 300
I go come your shop finish the payment
I no go beat you
Dem go beat you for that side
You go see am before you pay`,
  'is Twi': `
Ɛboɔ yi bɛkum me
Menkum wo
Gas no bɛkum wo
Mɛtwa wo ti nwi yie
Menim wo fie, mede bɛba`,
}

describe('a threat', () => {
  it.each(Object.entries(THREATS))('%s is seen', (_, lines) => expect(wrongIn(lines, true)).toEqual([]))
})

describe('somebody who', () => {
  it.each(Object.entries(ORDINARY))('%s makes no threat', (_, lines) =>
    expect(wrongIn(lines, false)).toEqual([]),
  )
})

it('has the advice about threats in the rules that are named like it, and in no other', () => {
  const { rules } = readSeed()
  const advice = rules.find(({ name }) => name === 'threat')?.reader
  for (const { name, reader } of rules) expect(isAboutThreats(name), name).toBe(reader === advice)
})
