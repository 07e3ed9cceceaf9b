/**
 * A schema.org data block. It is data, not script, to the Content-Security-Policy. `data` is made on the server alone
 * (`import.meta.env.SSR`), since search engines read what it sends: browsers load no code for it, and leave it be.
 */
export function JsonLd({ data }: { data: object | false }) {
  const json = data ? JSON.stringify(data).replaceAll('<', '\\u003c') : ''
  return (
    <script type="application/ld+json" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: json }} />
  )
}
