import type { ReactNode } from 'react'

interface Row {
  name: string
  /** Shown below the name. */
  note?: ReactNode
  cells: ReactNode[]
}

interface FigureTableProps {
  /** Column titles; the first is for the names. */
  columns: readonly string[]
  rows: readonly Row[]
  /** Shown instead of a table without rows. */
  empty: string
}

/** Table of names and their figures. */
export function FigureTable({ columns: [first, ...others], rows, empty }: FigureTableProps) {
  if (rows.length === 0) return <p className="text-muted">{empty}</p>
  return (
    <table className="staff-figures">
      <thead>
        <tr>
          <th scope="col">
            <span className="sr-only">{first}</span>
          </th>
          {others.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, note, cells }) => (
          <tr key={name}>
            <th scope="row">
              {name}
              {note && <span className="block text-sm text-muted">{note}</span>}
            </th>
            {cells.map((cell, index) => (
              <td key={others[index]}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
