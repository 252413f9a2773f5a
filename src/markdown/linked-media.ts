/** Media that a preview can show, found in the address of a link alone. `target` is where the preview leads. */
export type LinkedMedia =
  | { kind: 'image'; url: string; target: string }
  | { kind: 'shared image'; url: string }
  | { kind: 'video'; url: string }
  | { kind: 'youtube'; id: string; still_url: string }

/** Returns the media that a link leads to, or undefined if a preview cannot show it. */
export function findLinkedMedia(href: string): LinkedMedia | undefined {
  if (/\.(?:mov|mp4|webm)$/i.test(href)) return canBePreviewed(href) ? { kind: 'video', url: href } : undefined
  const url = parseUrl(href)
  if (!url || !canBePreviewed(href)) return undefined
  if (isImage(url)) return linkedImage(href, url)
  const id = youtubeId(url)
  return id === undefined ? undefined : { kind: 'youtube', id, still_url: `https://i.ytimg.com/vi/${id}/default.jpg` }
}

/** Web addresses and uploaded files of the realm, but no email addresses and no links into the app. */
const canBePreviewed = (href: string) => /^(?:https?:|\/|user_uploads\/)/.test(href)

/** An uploaded file has only a path. It is given a host, which has no effect on the result. */
const parseUrl = (href: string): URL | undefined =>
  URL.canParse(href, 'https://realm.invalid/') ? new URL(href, 'https://realm.invalid/') : undefined

const isImage = (url: URL) =>
  url.hostname !== 'pasteboard.co' && /\.(?:bmp|gif|jpe|jpeg|jpg|png|webp)$/i.test(url.pathname)

/** On some sites, an address that ends like an image is a page about it, and the image is elsewhere. */
function linkedImage(href: string, url: URL): LinkedMedia {
  const { hostname, pathname } = url
  if (isOnSite(hostname, 'dropbox.com') && /^\/sh?\//.test(pathname)) {
    return { kind: 'shared image', url: `https://${hostname}${pathname}?raw=1` }
  }
  const [, owner, repository, kind, ...path] = pathname.split('/')
  if (isOnSite(hostname, 'github.com') && kind === 'blob') {
    return {
      kind: 'image',
      url: `https://raw.githubusercontent.com/${owner}/${repository}/${path.join('/')}`,
      target: href,
    }
  }
  const imageUrl = urlOfImagePage(url) ?? href
  return { kind: 'image', url: imageUrl, target: imageUrl }
}

/** Returns the address of the image, for sites on which the page about it shows no more than the image. */
function urlOfImagePage({ hostname, pathname, origin, search, hash }: URL): string | undefined {
  if (hostname.endsWith('.wikipedia.org') && pathname.startsWith('/wiki/File:')) {
    return `${origin}${pathname.replace('/wiki/', '/wiki/Special:FilePath/')}${search}${hash}`
  }
  return hostname === 'linx.li' ? `https://linx.li/s${pathname}` : undefined
}

const isOnSite = (hostname: string, site: string) => hostname === site || hostname.endsWith(`.${site}`)

const YOUTUBE_HOSTS = new Set([
  'youtube.com',
  'www.youtube.com',
  'm.youtube.com',
  'youtube-nocookie.com',
  'www.youtube-nocookie.com',
])

function youtubeId(url: URL): string | undefined {
  const id = YOUTUBE_HOSTS.has(url.hostname)
    ? idOnYoutube(url)
    : url.hostname === 'youtu.be'
      ? url.pathname.slice(1)
      : ''
  return id && /^[0-9A-Za-z_-]+$/.test(id) ? id : undefined
}

function idOnYoutube({ pathname, searchParams }: URL): string | undefined {
  if (pathname === '/watch' || pathname === '/watch_popup') return searchParams.get('v') ?? undefined
  if (pathname === '/watch_videos') return searchParams.get('video_ids')?.split(',')[0]
  return /^\/(?:embed|shorts|v)\/([^/]*)/.exec(pathname)?.[1]
}
