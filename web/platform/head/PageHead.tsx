import { usePublicConfig } from '#web/platform/config/public-config.ts'

interface PageHeadProps {
  title: string
  /** Title of the link preview, if it says more than the page's title. */
  previewTitle?: string
  description: string
  /** Canonical path: only the parameters that identify the page. */
  path: string
  type?: 'website' | 'product'
  /** A JPEG below 300 KB for link previews; `src` is absolute or a path of this site. */
  image?: { src: string; width: number; height: number; alt: string }
  /** False keeps a page out of search engines. */
  index?: boolean
}

const absolute = (src: string, origin: string) => (src.startsWith('/') ? origin + src : src)

/**
 * Title, canonical address and link preview of a page; React moves the tags into the head. Programs that make
 * previews run no script, so browsers load nothing for them.
 */
export function PageHead(props: PageHeadProps) {
  const { title, previewTitle = title, description, path, type = 'website', image, index = true } = props
  const { siteName, publicUrl } = usePublicConfig()
  const fullTitle = path === '/' ? title : `${title} | ${siteName}`
  const picture = image ?? { src: '/preview.jpg', width: 1200, height: 630, alt: siteName }
  return (
    <>
      <title>{fullTitle}</title>
      <meta name="description" content={description} />
      {index ? <link rel="canonical" href={publicUrl + path} /> : <meta name="robots" content="noindex" />}
      {import.meta.env.SSR && (
        <>
          <meta property="og:site_name" content={siteName} />
          <meta property="og:type" content={type} />
          <meta property="og:title" content={previewTitle} />
          <meta property="og:description" content={description} />
          <meta property="og:url" content={publicUrl + path} />
          <meta property="og:image" content={absolute(picture.src, publicUrl)} />
          <meta property="og:image:type" content="image/jpeg" />
          <meta property="og:image:width" content={String(picture.width)} />
          <meta property="og:image:height" content={String(picture.height)} />
          <meta property="og:image:alt" content={picture.alt} />
          <meta name="twitter:card" content="summary_large_image" />
        </>
      )}
    </>
  )
}
