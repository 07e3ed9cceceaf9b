/** Goods that may not be sold here. */
export interface ProhibitedGoods {
  /** The kind by which judgements name it. */
  kind: string
  name: string
  /** The reason, as a sentence. */
  reason: string
  /** The act of Ghana that prohibits it, if one is certain. */
  law?: string
  /** Categories in which it is most common; their listing form names it. */
  categories?: readonly string[]
}

export const PROHIBITED_GOODS: readonly ProhibitedGoods[] = [
  {
    kind: 'weapons',
    name: 'Guns, ammunition and other weapons',
    reason: 'They need a licence, which a marketplace cannot check.',
    law: 'Arms and Ammunition Act, 1972 (NRCD 9)',
    categories: ['other'],
  },
  {
    kind: 'explosives',
    name: 'Explosives and fireworks',
    reason: 'They are banned or need a licence, and injure people.',
  },
  {
    kind: 'drugs',
    name: 'Narcotic drugs',
    reason: 'Selling them is a crime, and they destroy lives.',
    law: 'Narcotics Control Commission Act, 2020 (Act 1019)',
  },
  {
    kind: 'medicine',
    name: 'Prescription and unregistered medicine',
    reason: 'Only a pharmacist may sell it. The wrong or a fake medicine can kill.',
    law: 'Public Health Act, 2012 (Act 851)',
    categories: ['beauty-personal-care'],
  },
  {
    kind: 'bleaching',
    name: 'Bleaching creams with hydroquinone or mercury',
    reason: 'They poison the skin, and cannot be registered with the FDA.',
    law: 'Public Health Act, 2012 (Act 851)',
    categories: ['beauty-personal-care'],
  },
  {
    kind: 'wildlife',
    name: 'Wild animals and products made from them',
    reason: 'Hunting and trading them needs a permit, and many are dying out.',
    law: 'Wildlife Resources Management Act, 2023 (Act 1115)',
  },
  {
    kind: 'human-parts',
    name: 'Human remains, organs and blood',
    reason: 'People are not goods, alive or dead.',
  },
  {
    kind: 'people',
    name: 'People, children and forced labour',
    reason: 'Nobody can be sold, lent or given away.',
    law: 'Human Trafficking Act, 2005 (Act 694)',
  },
  {
    kind: 'fake-money',
    name: 'Fake money, and money itself',
    reason: 'Making, selling or using fake notes is a crime.',
  },
  {
    kind: 'sim-and-wallet',
    name: 'SIM cards and Mobile Money accounts registered to others',
    reason: 'A SIM must be registered to its user. Others are used to cheat people.',
    law: 'Subscriber Identity Module Registration Regulations, 2011 (L.I. 2006)',
    categories: ['mobile'],
  },
  {
    kind: 'papers',
    name: 'Identity papers and certificates',
    reason: 'They belong to the person they name, and fake ones are a crime.',
    law: 'National Identity Register Act, 2008 (Act 750)',
  },
  {
    kind: 'accounts',
    name: 'Bank cards, and other people’s accounts',
    reason: 'They are stolen, or used to hide who is cheating.',
    categories: ['computers'],
  },
  {
    kind: 'stolen',
    name: 'Stolen goods, and phones that are locked or have a changed IMEI',
    reason: 'People who buy stolen goods lose them, and may be charged too.',
    law: 'Criminal Offences Act, 1960 (Act 29)',
    categories: ['mobile', 'computers', 'car', 'console'],
  },
  {
    kind: 'copies',
    name: 'Copies of brands sold as the real thing',
    reason: 'They cheat the buyer and the owner of the brand.',
    law: 'Trade Marks Act, 2004 (Act 664)',
    categories: ['fashion', 'mobile', 'beauty-personal-care'],
  },
  {
    kind: 'sex',
    name: 'Pornography and sexual services',
    reason: 'This is a market for things, and children use it too.',
    law: 'Criminal Offences Act, 1960 (Act 29)',
  },
  {
    kind: 'minerals',
    name: 'Raw gold, diamonds and other minerals',
    reason: 'Buying and selling them needs a licence.',
    law: 'Minerals and Mining Act, 2006 (Act 703)',
  },
  {
    kind: 'uniforms',
    name: 'Army and police uniforms',
    reason: 'Cheats wear them to look like officers.',
    categories: ['fashion'],
  },
  {
    kind: 'easy-money',
    name: 'Investments, betting tips and easy money',
    reason: 'They are ways to cheat people, not things to sell.',
  },
  {
    kind: 'exams',
    name: 'Exam questions, answers and results',
    reason: 'They are stolen or false, and whoever buys them may be barred.',
    law: 'West African Examinations Council Act, 1991 (PNDCL 255)',
  },
  {
    kind: 'hacking',
    name: 'Spying, jamming and breaking into accounts or machines',
    reason: 'These tools are made to steal from people.',
    law: 'Cybersecurity Act, 2020 (Act 1038)',
  },
  {
    kind: 'chemicals',
    name: 'Poisons, banned pesticides and mercury',
    reason: 'They kill people, animals and rivers, and need a permit.',
    law: 'Environmental Protection Act, 2025 (Act 1124)',
  },
]

/** The goods of a judged kind; undefined for a kind that is only doubtful. */
export const goodsOfKind = (kind: string): ProhibitedGoods | undefined =>
  PROHIBITED_GOODS.find((goods) => goods.kind === kind)

/** The most common prohibited goods in a category. */
export const prohibitedIn = (category: string): readonly ProhibitedGoods[] =>
  PROHIBITED_GOODS.filter(({ categories }) => categories?.includes(category))
