import { createElement } from 'react'
import type { Note } from '#contract/moderation/cases/note.ts'
import { DeskLink } from './DeskLink.tsx'
import { Facts } from './Facts.tsx'

const toPart = ({ text, link }: Note['parts'][number]) =>
  link === null ? <bdi>{text}</bdi> : <DeskLink to={link} text={text} />

/** A sentence with its links, and the details that it leaves out. */
export const NoteText = ({ note: { parts, more } }: { note: Note }) => (
  <>
    {/* Parts may repeat and never move, so they are children without keys. */}
    {parts.length > 0 && createElement('p', null, ...parts.map(toPart))}
    {more.length > 0 && (
      <div className="text-sm">
        <Facts facts={more.map(({ label, text }) => [label, text])} />
      </div>
    )}
  </>
)
