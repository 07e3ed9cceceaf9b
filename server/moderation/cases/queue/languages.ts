import type { LANGUAGES } from '#contract/moderation/cases/queue.ts'

type Told = Exclude<keyof typeof LANGUAGES, 'other'>

/**
 * For Pidgin and Twi, words that are rare in the other languages; for English, its most frequent ones. They were
 * counted in the labelled texts of the guard, without the last batches; names of people were left out.
 */
const WORDS: Record<Told, string> = {
  pidgin: `
    dey go wey e dem chale abeg comot wan pikin die oga sabi sef wetin`,
  twi: `
    wo mu sika fa ne se ye mede ho yi dee ansa tua aba obi nyinaa ka bi ma bra foforo ara adwuma wode
    mma biara enti mewo nanso mmienu hwe enye baako gye ba kakra obiara saa
    kan da bre adee beba krataa hye ko ntem yie nso kyere seesei hwee mfonini boo nua fre anadwo sen
    yede ewo wope matua ase behwe mfa nni maame aka mesre anim nnipa ha te`,
  english: `
    the and it you for is to my in with at your from of will one pay so can we come have two not only
    that has by are send before when if or this money number see please back they ur after bring small
    but do phone there all our am own be three he just now used price give name card first was shop then
    momo take cash cedis box like them people still four here last inside any old left need good let car
    because as new bank up what put account know about room six house buy who half full pls out get call
    school meet want bought keep each day already battery use home size`,
}

/** Words that tell the language of a text, as the database folds them: 'ɔ' is 'o'. */
export const TELLING_WORDS = Object.fromEntries(
  Object.entries(WORDS).map(([language, words]) => [language, words.trim().split(/\s+/)]),
)
