import { type Menu, type Page, pageEntries, type PagePath } from '#contract/pages.ts'

type MenuLink = [path: PagePath, words: string]

/** The links of a menu in order: all of them, or only those for signed-in or signed-out people. */
export function menuLinks(menu: Menu, viewer?: 'signed-in' | 'signed-out'): MenuLink[] {
  const isFor = (access: Page['access']) => !viewer || access === 'everyone' || access === viewer
  const links: MenuLink[] = []
  for (const [path, { access, menus }] of pageEntries) {
    const [position, words] = menus?.[menu] ?? []
    if (position && words && isFor(access)) links[position] = [path, words]
  }
  // Positions without a link are holes, which flatMap skips.
  return links.flatMap((link) => [link])
}
