/** The room of some rows of products that are loading. */
export const RowsOutline = ({ count }: { count: number }) => (
  <div aria-busy="true" className="noscript:hidden">
    {Array.from({ length: count }, (_, row) => (
      <div key={row} className="row-outline">
        <div className="skeleton" />
      </div>
    ))}
  </div>
)

/** Higher than a screen, so that nothing in sight moves when the rows arrive. */
export const HOME_ROWS_OUTLINE = 3
