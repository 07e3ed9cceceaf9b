/** Names of prohibited goods as people use them, and words beside which they are harmless. */
interface GoodsWords {
  kind: string
  /** Whole words, or beginnings with a star, of a title or description in plain lower case. */
  names: string
  /** Such a word in the text makes the names harmless. */
  unless?: string
}

const GOODS_WORDS: readonly GoodsWords[] = [
  {
    kind: 'weapons',
    names:
      'pistol|pistols|revolver*|rifle|rifles|shotgun*|pump action|single barrel|double barrel|ammunition|ammo|live bullet*|bullets|cartridges|ak 47|ak47|kalashnikov|glock|beretta|taser*|stun gun*|pepper spray|tear gas|silencer|locally made gun|tuo|atuo|bindiga|9mm|12 gauge|machine gun|uzi|sniper|sword stick|flick knife|switchblade|knuckle duster*|baton|bulletproof vest|handcuffs|crossbow',
    unless:
      'toy|toys|nerf|airsoft|water|massage|gaming|game|games|controller|ps3|ps4|ps5|xbox|poster|posters|costume|movie|movies|glue|nail|spray|staple|drill|grease|heat|blender|printer|conductor*|music',
  },
  {
    kind: 'explosives',
    names:
      'dynamite|gunpowder|detonator*|grenade*|firework*|firecracker*|knockouts|knockout|bangers|rockets|blasting|explosive*|ammonium nitrate|petrol bomb|tnt|fuse wire|atoduro',
    unless: 'toy|toys|game|games|poster|posters|movie|movies|app|dvd|tea|speaker|speakers|juice|curls',
  },
  {
    kind: 'drugs',
    names:
      'cocaine|heroin|cannabis|marijuana|indian hemp|wee|weed|ganja|hashish|hash|tramadol|tramol|tramal|ecstasy|mdma|crystal meth|meth|methamphetamine|ice|molly|lsd|codeine|lean|purple drank|shisha pot*|skunk|abonsam tawa|ntampi|obonsam tawa|nkwantabisa|wiwi|loud|kush|edibles|joint|joints|spliff|rizla|lacka|225|red|pemoline|blue blue|ketamine|rohypnol|nitrous|laughing gas|khat|opium|magic mushroom*|valium|diazepam|poppers|pethidine|fentanyl|vape juice thc|thc|brownies',
    unless: 'cutter|killer|eater|barrier|whacker|trimmer|cream maker|box|chest|maker|tray|cooler|coke crate',
  },
  {
    kind: 'medicine',
    names:
      'viagra|sildenafil|cialis|tadalafil|kamagra|misoprostol|cytotec|abortion|mifepristone|diazepam|valium|codeine|amoxicillin|antibiotics|ampicillin|ciprofloxacin|metronidazole|insulin|injection*|semaglutide|ozempic|vaccine*|serum|morphine|pethidine|prednisolone|dexamethasone|prescription*|blood tonic|postinor|artesunate|coartem|lonart|steroid*|testosterone|hgh|growth hormone|apetamin|periactin|cyproheptadine|flagyl|gentamicin|ceftriaxone|oxytocin|contraceptive*|ivermectin|chloroquine|tablets|capsules|sachet|sex enhancer|manpower|libido|aphrodisiac*|aduro|drip',
    unless:
      'cooler|fridge|case|bag|pouch|travel|textbook|book|organizer|organiser|pack|mould|moulding|dishwasher',
  },
  {
    kind: 'bleaching',
    names:
      'hydroquinone|bleaching|whitening|lightening|caro light|caro white|carowhite|mercury soap|kojic|glutathione|toning|clobetasol|movate|lemonvate|funbact|skin light|fair and white|half cast|extra white|pawpaw cream|knuckle remover|dark spot remover|betamethasone|epiderm|tenovate|maxi white|paris 10|snow white cream|peeling oil',
    unless: 'teeth|toothpaste|tooth|laundry|clothes|fabric|toilet|paint|strips|without|free',
  },
  {
    kind: 'wildlife',
    names:
      'elephant|tusk*|ivory|rhino*|pangolin*|leopard skin*|lion skin*|bush meat|bushmeat|monkey*|tortoise*|crocodile*|python*|parrot*|african grey|chameleon*|antelope|duiker|grasscutter|civet|bushbuck|sea turtle*|turtle*|shark fin*|donkey skin*|vulture*|eagle*|owl*|hyena*|porcupine*|royal python|cobra|puff adder|hornbill|crowned crane|buffalo horn|hippo*|scales|snakeskin|crocodile skin|galago|bush baby|chimp*|baboon*|colobus|otter|kob|aprawa|apraw|akyenkyena|otromo|osono',
    unless:
      'print|prints|pattern|faux|imitation|toy|toys|costume|plush|poster|posters|soap|programming|t shirt|sofa|paint|shirt|coloured|colored|wrench|bathroom|kitchen|weighing|doll|statue|carving|book|cartoon',
  },
  {
    kind: 'human-parts',
    names:
      'human skull*|human bone*|human remains|organ|organs|human blood|human head|human hair of|kidney|kidneys|liver|placenta|umbilical|foetus|fetus|corpse*|dead body|mortuary|skull|skulls|womb|sperm|breast milk|fingers|teeth of|pubic|fresh blood|pint of blood|coffin wood|ritual parts|nipadua|nipa tiri|nipa bogya|bones',
    unless:
      'model|plastic|anatomy|anatomical|costume|bean|beans|mouth|piano|yamaha|casio|church|keyboard|t shirt|ring|candle|mug|dog|chew|poster|pressure|sugar|chart|dish|jersey',
  },
  {
    kind: 'people',
    names:
      'baby for sale|babies for sale|child for sale|newborn|adoption|surrogate*|house girl|house boy|housegirl|maid*|slave*|wife for|girls for|boys for|kids for|children for farm|fishing boys|kayayei|labourers|domestic help|gulf maid*|saudi maid*|abofra|mmofra|akoa',
    unless: 'doll|toy|clothes|shoes|bed|cot|uniform|apron|made|carrier|monitor|stroller|robot|diaper*',
  },
  {
    kind: 'fake-money',
    names:
      'counterfeit|fake notes|fake money|fake dollars|fake cedis|prop money|black dollar*|black money|ssd solution|activation powder|double your money|money printing|printing plate*|clone notes|undetectable|superdollar*|money machine|sika bogya',
    unless: 'detector*|detecting|checker|tester|counter|counting',
  },
  {
    kind: 'sim-and-wallet',
    names:
      'registered sim*|sim registered|sims registered|already registered|merchant sim*|agent sim*|momo account*|momo sim*|momo wallet*|wallet for sale|wallet for rent|evd|bulk sim*|sim cards|virtual number|otp number*|foreign number|whatsapp number',
    unless: 'tray|ejector|adapter|reader|holder|router|unlocked|slot|dual',
  },
  {
    kind: 'papers',
    names:
      'passport*|ghana card*|voter*|birth certificate*|certificate*|degree|diploma|transcript*|license*|licence*|visa|visas|stamp of|rubber stamp|letterhead*|number plate*|dv plate*|nhis|ssnit|tin|police report|affidavit|land title|indenture|roadworthy|residence permit|green card|id card|work permit|bank statement|invitation letter|nss|wassce certificate|doctor note|medical report|vaccination card|death certificate|nin slip',
    unless:
      'cover*|holder*|frame*|photo|photos|wallet|case|lamination|laminator|printer|postage|album|folder|album|complete|documents|customs|lanyard',
  },
  {
    kind: 'accounts',
    names:
      'cloned card*|clone card*|bank account*|hacked account*|cracked|facebook account*|instagram account*|tiktok account*|whatsapp account|paypal account*|netflix|spotify|cvv|fullz|dumps|logs|bank login|aged account*|gmail account*|free fire|codm account|pubg account|fifa account|psn account|icloud account|monetized|monetised|youtube channel|twitter account|snapchat account|crypto account|binance account|verified account*|credit card*|debit card*|logins|shared account',
    unless: 'removed|signed out|reader|slot|holder|terminal|machine|wallet|remote|button',
  },
  {
    kind: 'stolen',
    names:
      'stolen|snatched|icloud locked|icloud lock|locked to owner|blacklisted|imei chang*|changed imei|no papers|no questions|no receipt|no documents|ignition broken|plate removed|owner is looking|krono|kronoo|wiaee|awia|thief|picked from|found phone|from the office|sticker removed|tags scratched|serial scratched|factory reset only|mdm|frp|carted|school store|from site|ecg cable|tm1',
    unless:
      'not stolen|never stolen|isnt stolen|if stolen|anti|tracker|alarm|lock for|insurance|receipt available',
  },
  {
    kind: 'copies',
    names:
      'first copy|master copy|super copy|high copy|aaa|replica*|clone iphone|clone samsung|fake nike|fake gucci|fake rolex|fake iphone|fake samsung|mirror copy|1 1|copy of|counterfeit|imitation of|inspired by|not original|dubai copy|china copy|look alike|hdc|grade a copy|nkae|oem logo|labels of|pirated|cracked software|cds copied|same as original',
    unless:
      'not a fake|no copy|no be copy|not copy|not fake|original with|copy paper|photocopy|hard copy|copybook',
  },
  {
    kind: 'sex',
    names:
      'porn*|blue film*|escort*|sex video*|sex service*|sex partner*|hookup*|hook up|nudes|nude|massage with|happy ending|adult video*|call girl*|ashawo|runs girl*|dildo*|vibrator*|sugar mummy|sugar daddy|one night|xxx|onlyfans|webcam girl*|video call show|lap dance|stripper*|bj|short time|tuutuu',
    unless:
      'trailer|caravan|kitchen|cable|electric|electrical|ford|phone|concrete|lipstick|wall|lip|tights|shade',
  },
  {
    kind: 'minerals',
    names:
      'raw gold|gold dust|gold nugget*|gold bar*|gold ore|galamsey|rough diamond*|uncut diamond*|uncut gem*|diamonds|bauxite|lithium ore|manganese ore|alluvial|black sand|tailings|mercury|refined gold|22 carat bar|dore|sika futuro|sika kokoo|silver water',
    unless:
      'plated|colour|color|glitter|makeup|make up|eye shadow|eyeshadow|chocolate|foil|painting|art|battery|ring',
  },
  {
    kind: 'exams',
    names:
      'wassce|bece|waec|novdec|nov dec|expo|apor|apo|leak*|leakage|leaked|past answers|live questions|answers|nursing entrance|gtle|licensure questions|upgrade results|change results|results upgrade|scratch card hack|thesis writing|project work written|long essay written|dissertation*|exam questions|runz|runs|marking scheme|question paper*|impersonator|quiz answers|ttb|promotion exam',
    unless: 'past questions|textbook|book|books|markers|marker|revision|desk|pens|board|flask|passed',
  },
  {
    kind: 'hacking',
    names:
      'hack|hacking|hacker*|spy app|spyware|mspy|spy phone|jammer*|jam|skimmer*|keylogger*|sim swap|sim swapping|relay box|code grabber|clone remote|imsi|bypass tool|frp bypass|icloud bypass|free browsing|free internet|unlimited data trick|http injector|ha tunnel|dstv hack|meter bypass|ecg bypass|prepaid trick|unlock account*|recover whatsapp of|read partner|monitor your wife|rat tool|phishing|carding|otp bot|bulk sms sender id|caller id spoof*|wifi hack*|passwords of|lock pick*|pos skimmer|gps jammer|bug listening|hidden camera',
    unless: 'hacksaw|saw|life hack*|strawberry|jar|jam jar|traffic jam|sandwich|toast|novel|book|door lock',
  },
  {
    kind: 'chemicals',
    names:
      'cyanide|sodium cyanide|ddt|furadan|carbofuran|paraquat|gramoxone|atrazine|lindane|endosulfan|mercury|sulphuric acid|sulfuric acid|nitric acid|hydrochloric acid|battery acid|acid bath|rat poison|otapiapia|sniper|dichlorvos|ddvp|poison*|arsenic|formalin|formaldehyde|chloroform|strychnine|phosphine|aluminium phosphide|gammalin|calcium carbide|carbide|methanol|awuduro|kwata',
    unless: 'free|hyaluronic|salicylic|glycolic|folic|lactic|lead acid|inverter|solar|happiness|amino',
  },
  {
    kind: 'easy-money',
    names:
      'fixed match*|fixed game*|betting tip*|sure odds|correct score|betslip*|forex signals|sakawa|juju|money ritual*|pyramid|ponzi|lotto numbers|lottery numbers|two sure|banker number*|sika duro|sikaduro|talisman*|charm|charms|love potion|dzoka|duro|guru|ring of|mallam|malam|kudi|spiritual|spiritualist|occult|illuminati|magic ring|magic wallet|waist beads charm|betting account*|slot machine*|jackpot machine*|casino|roulette|bet9ja account|sportybet account|odds|forecast|investment plan|mining plan',
    unless: 'charm bracelet|bracelet|ludo|charger|book|oware|chess|toy|mining rig|phone charm',
  },
  {
    kind: 'uniforms',
    names:
      'police uniform*|army uniform*|military uniform*|soldier uniform*|army camo|camouflage|police belt|immigration uniform*|police vest|customs uniform*|army boots|police beret',
    unless: 'toy|toys|kids|children|costume|wallpaper',
  },
]

const LETTERS = /[^a-z0-9]+/g

/** ' live bullet ' or ' bullet', by which a text in this form contains whole words or beginnings. */
const needleOf = (name: string) => (name.endsWith('*') ? ` ${name.slice(0, -1)}` : ` ${name} `)

interface Compiled {
  kind: string
  names: readonly string[]
  unless: readonly string[]
}

/** Returns the kinds whose names are in a plain text; none for most listings. */
export function createGoodsFinder(): (plain: string) => string[] {
  const needles = (names = '') => (names === '' ? [] : names.split('|').map(needleOf))
  const goods = GOODS_WORDS.map(({ kind, names, unless }): Compiled => ({
    kind,
    names: needles(names),
    unless: needles(unless),
  }))
  return (plain) => {
    const text = ` ${plain.replace(LETTERS, ' ').trim()} `
    const has = (needle: string) => text.includes(needle)
    return goods.flatMap(({ kind, names, unless }) => {
      const found = names.filter(has).length
      if (found === 0) return []
      const mark = unless.some(has) ? 'harmless ' : ''
      return [`${mark}${kind}`, ...(found > 1 ? [`${mark}${kind} twice`] : [])]
    })
  }
}
