import { Icon } from '#web/platform/ui/icons.tsx'

/** One SVG path per icon, on a 24 by 24 grid. The names come from the specification (SPEC 3). */
const PATHS: Record<string, string> & { other: string } = {
  car: 'M4 16v-3l2-5h12l2 5v3M4 16h16M4 16v2h2v-2m12 0v2h2v-2M7 13h1m8 0h1',
  home: 'M4 11l8-7 8 7v9h-5v-6H9v6H4z',
  mobile: 'M8 3h8v18H8zM11 18h2',
  computers: 'M5 5h14v10H5zM3 19h18',
  'computer-accessories': 'M3 8h18v9H3zM6 11h1m3 0h1m3 0h1m3 0h1M8 14h8',
  fashion: 'M8 4l4 2 4-2 5 4-3 3v9H6v-9L3 8z',
  'beauty-personal-care': 'M9 11h6v10H9zM10 11V7l4-3v7',
  'home-furniture-appliances': 'M5 12V7h14v5M3 12h4v3h10v-3h4v7H3zM6 19v2m12-2v2',
  console: 'M7 8h10a4 4 0 0 1 4 5l-1 4-4-3H8l-4 3-1-4a4 4 0 0 1 4-5zM8 10v3m-1.5-1.500h3M16 11.500h.1',
  'console-accessories': 'M12 3v7m-4 4a4 4 0 1 0 8 0 4 4 0 1 0-8 0M9 3h6',
  other: 'M4 8l8-4 8 4v8l-8 4-8-4zM4 8l8 4 8-4M12 12v8',
}

export const CategoryIcon = ({ icon, className = 'size-5' }: { icon: string; className?: string }) => (
  <Icon className={className} d={PATHS[icon] ?? PATHS.other} />
)
