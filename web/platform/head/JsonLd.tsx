/**
 * A schema.org data block. The Content-Security-Policy treats it as data, not script. Only the server makes
 * `data` (`import.meta.env.SSR`), because search engines read the server's HTML: browsers load no code for it
 * and leave it unchanged.
 */
export function JsonLd({ data }: { data: object | false }) {
  const json = data ? JSON.stringify(data).replaceAll('<', '\\u003c') : ''
  return (
    <script type="application/ld+json" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: json }} />
  )
}
