/** The room of some rows of products that are loading. */
export const RowsOutline = ({ count }: { count: number }) => (
  <div aria-busy="true" className="noscript:hidden">
    {Array.from({ length: count }, (_, row) => (
      <div key={row} className="row-outline">
        <div />
      </div>
    ))}
  </div>
)
