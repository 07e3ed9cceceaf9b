/** A file of web/public/drawings without its extension. */
export type DrawingName =
  | 'bird'
  | 'boat'
  | 'calabash'
  | 'drum'
  | 'head-pan'
  | 'kente'
  | 'kiosk'
  | 'phone'
  | 'scales'
  | 'stall'
  | 'stool'
  | 'trotro'

/** A small picture of Ghana on a round ground. It is a file of its own, because few visitors see one. */
export const Drawing = ({ name }: { name: DrawingName }) => (
  <img
    src={`/drawings/${name}.svg`}
    alt=""
    width={112}
    height={112}
    className="mx-auto size-28 rounded-full bg-sunken"
  />
)
