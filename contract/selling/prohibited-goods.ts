/** Goods that may not be sold here, and the words that reveal a listing of them. */
interface ProhibitedGoods {
  name: string
  /** The reason, as a sentence. */
  reason: string
  /** The act of Ghana that prohibits it, if one is certain. */
  law?: string
  /** Categories in which it is most common; their listing form names it. */
  categories?: readonly string[]
  /** Whole words of a title or description, in lower case, without accents. */
  words: RegExp
  /** Words that show that the goods are harmless, so that the text does not match. */
  unless?: RegExp
}

/**
 * The words are few and plain on purpose: a moderator looks at each match, and honest sellers should cause
 * none.
 */
export const PROHIBITED_GOODS: readonly ProhibitedGoods[] = [
  {
    name: 'Guns, ammunition and other weapons',
    reason: 'They need a licence, which a marketplace cannot check.',
    law: 'Arms and Ammunition Act, 1972 (NRCD 9)',
    categories: ['other'],
    words:
      /\b(pistols?|revolvers?|rifles?|shotguns?|ammunition|live bullets?|ak-?47|glock|tasers?|stun guns?)\b/,
    unless:
      /\b(toys?|nerf|airsoft|water|massage|gaming|games?|controller|ps[345]|xbox|posters?|costume|movies?)\b/,
  },
  {
    name: 'Explosives and fireworks',
    reason: 'They are banned or need a licence, and injure people.',
    words: /\b(dynamite|gunpowder|detonators?|hand grenades?|fireworks|firecrackers|knockouts)\b/,
    unless: /\b(toys?|games?|posters?|movies?|app|dvd)\b/,
  },
  {
    name: 'Narcotic drugs',
    reason: 'Selling them is a crime, and they destroy lives.',
    law: 'Narcotics Control Commission Act, 2020 (Act 1019)',
    words:
      /\b(cocaine|heroin|cannabis|marijuana|indian hemp|hashish|tramadol|tramol|ecstasy pills?|mdma|(?:crystal )?meth|methamphetamine)\b/,
  },
  {
    name: 'Prescription and unregistered medicine',
    reason: 'Only a pharmacist may sell it. The wrong or a fake medicine can kill.',
    law: 'Public Health Act, 2012 (Act 851)',
    categories: ['beauty-personal-care'],
    words:
      /\b(viagra|sildenafil|misoprostol|cytotec|abortion (?:pills?|drugs?)|diazepam|valium|codeine|amoxicillin|antibiotics|insulin)\b/,
    unless: /\b(cooler|fridge|case|bag|pouch|travel kit)\b/,
  },
  {
    name: 'Bleaching creams with hydroquinone or mercury',
    reason: 'They poison the skin, and cannot be registered with the FDA.',
    law: 'Public Health Act, 2012 (Act 851)',
    categories: ['beauty-personal-care'],
    words:
      /\b(hydroquinone|bleaching (?:creams?|soaps?|lotions?|pills?|injections?)|whitening injections?)\b/,
    unless: /\b(without|no|free of) hydroquinone\b/,
  },
  {
    name: 'Wild animals and products made from them',
    reason: 'Hunting and trading them needs a permit, and many are dying out.',
    law: 'Wildlife Resources Management Act, 2023 (Act 1115)',
    words:
      /\b(elephant tusks?|ivory tusks?|rhino horns?|pangolins?|leopard skins?|lion skins?|bush ?meat|live (?:monkeys?|tortoises?|crocodiles?)|african grey parrots?)\b/,
    unless: /\b(prints?|patterns?|faux|imitation|toys?|costume|plush|posters?)\b/,
  },
  {
    name: 'Human remains, organs and blood',
    reason: 'People are not goods, alive or dead.',
    words:
      /\b(human (?:skulls?|bones?|remains|organs?|blood|heads?)|kidneys? for sale|sell (?:my|a) kidney)\b/,
    unless: /\b(model|plastic|anatomy|anatomical|costume|beans?)\b/,
  },
  {
    name: 'People, children and forced labour',
    reason: 'Nobody can be sold, lent or given away.',
    law: 'Human Trafficking Act, 2005 (Act 694)',
    words: /\b((?:bab(?:y|ies)|child(?:ren)?|maids?|house ?girls?) for sale)\b/,
  },
  {
    name: 'Fake money, and money itself',
    reason: 'Making, selling or using fake notes is a crime.',
    words:
      /\b((?:counterfeit|fake|prop) (?:money|notes?|cedis|dollars|currency)|black dollars?|double your money)\b/,
    unless: /\b(detectors?|detecting|checker|tester)\b/,
  },
  {
    name: 'SIM cards and Mobile Money accounts registered to others',
    reason: 'A SIM must be registered to its user. Others are used to cheat people.',
    law: 'Subscriber Identity Module Registration Regulations, 2011 (L.I. 2006)',
    categories: ['mobile'],
    words:
      /\b((?:pre-?|already )?registered sims?(?: cards?)?|sims? (?:cards? )?already registered|merchant sims?|momo (?:accounts?|sims?|wallets?) for sale)\b/,
  },
  {
    name: 'Identity papers and certificates',
    reason: 'They belong to the person they name, and fake ones are a crime.',
    law: 'National Identity Register Act, 2008 (Act 750)',
    words:
      /\b(fake (?:passports?|ids?|certificates?|licen[cs]es?|visas?|receipts?)|(?:waec|wassce|degree) certificates? for sale|ghana cards? for sale)\b/,
  },
  {
    name: 'Bank cards, and other people’s accounts',
    reason: 'They are stolen, or used to hide who is cheating.',
    categories: ['computers'],
    words:
      /\b(cloned? cards?|bank accounts? for sale|hacked accounts?|cracked accounts?|(?:facebook|instagram|whatsapp|paypal) accounts? for sale|cvv)\b/,
  },
  {
    name: 'Stolen goods, and phones that are locked or have a changed IMEI',
    reason: 'People who buy stolen goods lose them, and may be charged too.',
    law: 'Criminal Offences Act, 1960 (Act 29)',
    categories: ['mobile', 'computers', 'car', 'console'],
    words: /\b(stolen|icloud locked|locked to owner|blacklisted|imei chang(?:e|ed|ing)|changed imei)\b/,
    unless: /\b(not|never|isn'?t|if|anti) (?:been )?(?:stolen|blacklisted)\b|\bnot (?:icloud )?locked\b/,
  },
  {
    name: 'Copies of brands sold as the real thing',
    reason: 'They cheat the buyer and the owner of the brand.',
    law: 'Trade Marks Act, 2004 (Act 664)',
    categories: ['fashion', 'mobile', 'beauty-personal-care'],
    words:
      /\b(first copy|master copy|super copy|high copy|replica (?:nike|gucci|rolex|louis vuitton|iphone|samsung)|clone (?:iphone|samsung)|fake (?:nike|gucci|rolex|iphone|samsung))\b/,
    unless: /\b(not|no|never) (?:a |an )?(?:fake|copy|replica|clone)\b/,
  },
  {
    name: 'Pornography and sexual services',
    reason: 'This is a market for things, and children use it too.',
    law: 'Criminal Offences Act, 1960 (Act 29)',
    words: /\b(porn|pornograph\w+|escort services?|sex (?:videos?|services?|partners?)|hook-?ups?|nudes)\b/,
    unless: /\b(trailer|caravan|kitchen|cable|electric(?:al)?) hook-?ups?\b/,
  },
  {
    name: 'Raw gold, diamonds and other minerals',
    reason: 'Buying and selling them needs a licence.',
    law: 'Minerals and Mining Act, 2006 (Act 703)',
    words: /\b(raw gold|gold dust|gold nuggets?|gold bars?|rough diamonds?|uncut diamonds?)\b/,
    unless: /\b(plated|colou?r|glitter|make-?up|eye ?shadow|chocolate|foil)\b/,
  },
  {
    name: 'Army and police uniforms',
    reason: 'Cheats wear them to look like officers.',
    categories: ['fashion'],
    words: /\b((?:police|army|military|soldier) uniforms?)\b/,
    unless: /\b(toys?|kids?|children|costume)\b/,
  },
  {
    name: 'Investments, betting tips and easy money',
    reason: 'They are ways to cheat people, not things to sell.',
    words:
      /\b(fixed match(?:es)?|betting tips|forex signals|sakawa|juju money|money rituals?|pyramid scheme)\b/,
  },
]

const ACCENTS = /[\u0300-\u036f]/g

/** The prohibited goods that a text names, with the words; none for most listings. */
export function findProhibited(text: string): { goods: ProhibitedGoods; words: string }[] {
  const plain = text.normalize('NFKD').replace(ACCENTS, '').toLowerCase()
  return PROHIBITED_GOODS.flatMap((goods) => {
    const [words] = goods.words.exec(plain) ?? []
    return words === undefined || goods.unless?.test(plain) ? [] : [{ goods, words }]
  })
}

/** The most common prohibited goods in a category. */
export const prohibitedIn = (category: string): readonly ProhibitedGoods[] =>
  PROHIBITED_GOODS.filter(({ categories }) => categories?.includes(category))
