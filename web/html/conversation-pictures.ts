import type { Client } from '../client/client'
import { narrowOf, type Route } from '../routes/route'
import type { Message } from '../store/messages'
import { partsOf } from './html-parts'

/** A picture of a message, with the address of the file. */
export type Picture = { message_id: number | undefined; href: string; source: string; name: string }

const PAGE = 50

export const PICTURES = '.message_inline_image:not(.youtube-video) > a:has(> img)'

export function pictureOf(link: HTMLAnchorElement, message_id: number | undefined): Picture {
  const image = link.querySelector('img')
  // The picture of a message is a thumbnail of the file to which it links.
  const isUpload = link.pathname.startsWith('/user_uploads/')
  const source = image?.dataset.srcFullsize ?? (isUpload ? link.href : image?.getAttribute('src')) ?? ''
  return { message_id, href: link.href, source, name: link.title || decoded(link.pathname.split('/').at(-1) ?? '') }
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

const picturesOf = ({ id, content }: Message): Picture[] =>
  [...partsOf(content).querySelectorAll<HTMLAnchorElement>(PICTURES)].map((link) => pictureOf(link, id))

export type Page = { pictures: Picture[]; foundOldest: boolean; foundNewest: boolean }

/** Returns the pictures of a view before and after a message, and whether there are more. */
export async function picturesAround(
  { ask, report }: Client,
  route: Route,
  anchor: number,
  direction: 'both' | 'older' | 'newer',
): Promise<Page> {
  const narrow = [...narrowOf(route), { operator: 'has', operand: 'image' }]
  const { messages, found_oldest, found_newest } = await ask('GET /messages', {
    narrow,
    anchor,
    num_before: direction === 'newer' ? 0 : PAGE,
    num_after: direction === 'older' ? 0 : PAGE,
    include_anchor: direction === 'both',
    apply_markdown: true,
    client_gravatar: false,
    allow_empty_topic_name: true,
  }).catch((error: unknown) => {
    report(error)
    return { messages: [], found_oldest: true, found_newest: true }
  })
  return { pictures: messages.flatMap(picturesOf), foundOldest: found_oldest, foundNewest: found_newest }
}
