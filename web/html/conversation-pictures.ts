import type { Client } from '../client/client'
import { narrowOf } from '../routes/route'
import { conversationOf } from '../store/conversations'
import type { Message } from '../store/messages'
import { partsOf } from './html-parts'
import { PICTURES } from './pictures'

/** A picture of a message: which one it is, the address of the file, and its preview. */
export type Picture = { message: Message; at: number; href: string; source: string; small: string; name: string }

const PAGE = 50

function pictureOf(link: HTMLAnchorElement, message: Message, at: number): Picture {
  const image = link.querySelector('img')
  // The picture of a message is a thumbnail of the file to which it links.
  const isUpload = link.pathname.startsWith('/user_uploads/')
  const small = image?.getAttribute('src') ?? ''
  const source = image?.dataset.srcFullsize ?? (isUpload ? link.href : small)
  return {
    message,
    at,
    href: link.href,
    source,
    small,
    name: link.title || decoded(link.pathname.split('/').at(-1) ?? ''),
  }
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

export const picturesOf = (message: Message): Picture[] =>
  [...partsOf(message.content).querySelectorAll<HTMLAnchorElement>(PICTURES)].map((link, at) =>
    pictureOf(link, message, at),
  )

export type Page = { pictures: Picture[]; foundOldest: boolean; foundNewest: boolean }

/** Returns the pictures of a conversation before and after a message, and whether there are more. */
export async function picturesAround(
  { ask, report, store }: Client,
  message: Message,
  direction: 'both' | 'older' | 'newer',
): Promise<Page> {
  const narrow = [...narrowOf(conversationOf(message, store.state.user_id)), { operator: 'has', operand: 'image' }]
  const { messages, found_oldest, found_newest } = await ask('GET /messages', {
    narrow,
    anchor: message.id,
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
