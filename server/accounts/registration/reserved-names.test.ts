import { expect, it } from 'vitest'
import { plainName } from '#server/moderation/guard/service.ts'
import { nameTest, reservedNames } from './reserved-names.ts'

const isReserved = reservedNames('Sankofa')

it.each([
  'Sankofa',
  'SANKOFA',
  'sankofa support',
  'Sankofa-Team',
  'SankofaSupport',
  'S a n k o f a',
  'S.u.p.p.o.r.t',
  'Support',
  'Customer Care',
  'customer_service',
  'Admin',
  'admin1',
  'Adm1n',
  'ADMIN',
  'АDМIN',
  'аdmin',
  'Αdmin',
  'ａｄｍｉｎ',
  '𝐀𝐝𝐦𝐢𝐧',
  'ⓐⓓⓜⓘⓝ',
  '🅰🅳🅼🅸🅽',
  '🇦🇩🇲🇮🇳',
  'ᴀᴅᴍɪɴ',
  'Ad\u200bmin',
  'Ad\u{e0061}min',
  'Ádmìn',
  'Moderator',
  'M0derat0r',
  'Staff',
  'Ama (Staff)',
  '[Moderators] Kofi',
  'Adminˌ',
  'The Sankofa Team',
  'Sankofa Support Ghana',
  'Kofi Help Desk',
  'Official Ama',
  '$ankofa',
  '5ankofa',
  'Sanĸofa',
  'Sanкofa',
  'Saпkofa',
  'Sаnkоfа',
  'Ѕankofa',
  'Help',
  'He1p desk',
  'Team',
])('“%s” is reserved', (name) => {
  expect(isReserved(name)).toBe(true)
})

it.each([
  'Ama Mensah',
  'Kofi Boateng',
  'Esi Quansah',
  'Kwame Asare',
  'Nana Yaa',
  'Ɛfua Ɔsei',
  "N'Guessan",
  'Adminta Tetteh',
  'Helpson Teamah',
  'Sankofagyan',
  'Al Smith',
  'Jürgen Müller',
  'Иван Петров',
  '王伟',
  'محمد',
  'kwame24',
  'mawuli.d',
  'Osei Sankofa',
  'Rt. Rev. Moderator Ayete',
  "Shepherd's Staff",
  'Flag Staff',
  'Sankofa Arts',
  'Mary Help of Christians',
])('“%s” is a personal name', (name) => {
  expect(isReserved(name)).toBe(false)
})

it('refused words are found in disguise, and not in pieces of other words', () => {
  const isRefused = nameTest(['porn', 'kwasia', 'ha', 'haha', 'ʼʼ'])
  for (const name of ['Porn', 'P o r n', 'P.o.r.n', 'p0rn', 'kwasia', 'KwasiaKwasia', 'Hahaha'])
    expect(isRefused(name), name).toBe(true)
  for (const name of ['Kwasi A.', 'kwasi_a', 'Kwasi-A. Mensah', 'Ama’s Kitchen', `${'ha'.repeat(24)}y`])
    expect(isRefused(name), name).toBe(false)
})

it('reserved names include the name of the deployment', () => {
  expect(reservedNames('Makola Market')('Makola Market Support Ghana')).toBe(true)
  expect(reservedNames('Makola Market')('Ama of Makola')).toBe(false)
  expect(reservedNames('Makola Market')('Makola Market')).toBe(true)
  expect(reservedNames('Makola Market')('M4kola-Market')).toBe(true)
  expect(reservedNames('Makola Market')('Sankofa')).toBe(false)
})

it('plainName removes invisible characters', () => {
  expect(plainName('A\u200bma\u{e0061} \u2066Mensah\u200f ')).toBe('Ama Mensah')
})
