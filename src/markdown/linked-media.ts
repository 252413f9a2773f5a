/** What can be shown of a linked address without asking anybody about it. */
export type Media =
  | { kind: 'image'; url: string; opens: string }
  | { kind: 'shared image'; url: string }
  | { kind: 'video'; url: string }
  | { kind: 'youtube'; id: string; still_url: string }

export function mediaAt(href: string): Media | undefined {
  if (/\.(?:mp4|webm)$/i.test(href)) return isShowable(href) ? { kind: 'video', url: href } : undefined
  const url = parsed(href)
  if (!url || !isShowable(href)) return undefined
  if (isImage(url)) return imageAt(href, url)
  const id = youtubeId(url)
  return id === undefined ? undefined : { kind: 'youtube', id, still_url: `https://i.ytimg.com/vi/${id}/default.jpg` }
}

/** Web addresses and files of the realm; not what is attached to an e-mail address or a place in the app. */
const isShowable = (href: string) => /^(?:https?:|\/|user_uploads\/)/.test(href)

/** The host only matters where there is one; a file of the realm has a path alone. */
const parsed = (href: string): URL | undefined =>
  URL.canParse(href, 'https://realm.invalid/') ? new URL(href, 'https://realm.invalid/') : undefined

const isImage = (url: URL) =>
  url.hostname !== 'pasteboard.co' && /\.(?:bmp|gif|jpe|jpeg|jpg|png|webp)$/i.test(url.pathname)

/** What looks like a picture may be a page about one: then the picture itself is elsewhere. */
function imageAt(href: string, url: URL): Media {
  const { hostname, pathname } = url
  if (isOf(hostname, 'dropbox.com') && /^\/sh?\//.test(pathname)) {
    return { kind: 'shared image', url: `https://${hostname}${pathname}?raw=1` }
  }
  const [, owner, repository, kind, ...path] = pathname.split('/')
  if (isOf(hostname, 'github.com') && kind === 'blob') {
    return {
      kind: 'image',
      url: `https://raw.githubusercontent.com/${owner}/${repository}/${path.join('/')}`,
      opens: href,
    }
  }
  const corrected = correctedAddress(url) ?? href
  return { kind: 'image', url: corrected, opens: corrected }
}

/** For where the page is of no use to who wants to see the picture. */
function correctedAddress({ hostname, pathname, origin, search, hash }: URL): string | undefined {
  if (hostname.endsWith('.wikipedia.org') && pathname.startsWith('/wiki/File:')) {
    return `${origin}${pathname.replace('/wiki/', '/wiki/Special:FilePath/')}${search}${hash}`
  }
  return hostname === 'linx.li' ? `https://linx.li/s${pathname}` : undefined
}

const isOf = (hostname: string, site: string) => hostname === site || hostname.endsWith(`.${site}`)

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
