import { html, type Html } from '../../../api/html'
import type { PageContext } from '../../../pages/context'
import { missingPage } from '../../../pages/missing-page'
import { links } from '../../../pages/forms'
import { page } from '../../../pages/page'
import { EMPTY_TOPIC_DISPLAY_NAME } from '../../realm/settings/limits'
import { contentForPages } from './content'
import type { PublicChannel, PublicSite } from './public-channels'

type At = PageContext & PublicSite
type Link = { href: string; label: string }
type PageMessage = {
  message: { id: number; sender_full_name: string; timestamp: number }
  body: { rendered_content: string }
}

/** Browsers may show a page again for a minute. After that, they learn what has been deleted or is no longer public. */
const FOR_A_MINUTE = 'public, max-age=60'

export function channelsPage(at: At, channels: readonly PublicChannel[]): Response {
  const list = channels.map(
    (channel) => html`<li><a href="${pathOf(channel)}"># ${channel.name}</a>${descriptionOf(at, channel)}</li>`,
  )
  return publicPage(at, at.words.public.title(at.letterhead.realm_name), {
    body: html`<ul class="items">${list}</ul>`,
    open: '/',
  })
}

type Topics = { topics: readonly { topic: string; max_id: number }[]; hasOlder: boolean }

export function channelPage(at: At, channel: PublicChannel, { topics, hasOlder }: Topics): Response {
  const { words } = at
  const list = topics.map(({ topic }) => html`<li><a href="${pathOf(channel, { topic })}">${topicName(topic)}</a></li>`)
  const last = hasOlder ? topics.at(-1) : undefined
  const older = last && { href: pathOf(channel, { before: last.max_id }), label: words.public.olderTopics }
  return publicPage(at, `# ${channel.name}`, {
    body: html`${descriptionOf(at, channel)}
${topics.length === 0 ? html`<p>${words.public.noTopics}</p>` : html`<ul class="items">${list}</ul>`}`,
    more: [older, { href: '/public', label: words.public.channels }],
    open: placeOf(channel),
  })
}

type Messages = { topic: string; isNewest: boolean; messages: readonly PageMessage[]; hasOlder: boolean }

export function topicPage(at: At, channel: PublicChannel, { topic, isNewest, messages, hasOlder }: Messages): Response {
  const { words } = at
  const first = hasOlder ? messages[0] : undefined
  const older = first && { href: pathOf(channel, { topic, before: first.message.id }), label: words.public.older }
  return publicPage(at, `# ${channel.name} › ${topicName(topic)}`, {
    body: html`${older && html`<p><a href="${older.href}">${older.label}</a></p>`}
${messages.map((message) => messageHtml(at, message))}`,
    more: [
      isNewest ? undefined : { href: pathOf(channel, { topic }), label: words.public.newest },
      { href: pathOf(channel), label: words.public.topics(channel.name) },
      { href: '/public', label: words.public.channels },
    ],
    open: `${placeOf(channel)}/topic/${hashPart(topic)}`,
  })
}

/** The page for everything that a spectator may not read, and for what does not exist. */
export const hiddenPage = (at: At): Response => missingPage(at, { href: '/login', label: at.words.login.button })

function publicPage(
  at: At,
  title: string,
  { body, more = [], open }: { body: Html; more?: readonly (Link | undefined)[]; open: string },
): Response {
  const { words, letterhead, allowsSignUp, isIndexed } = at
  const own: (Link | undefined)[] = [
    { href: open, label: words.open(letterhead.realm_name) },
    allowsSignUp ? { href: '/register', label: words.login.signUp } : undefined,
  ]
  const all = [...more, ...own].filter((link) => link !== undefined)
  const response = page(at, { title, body: html`${body}${links(all)}`, layout: 'reading', isIndexed })
  response.headers.set('cache-control', FOR_A_MINUTE)
  return response
}

function messageHtml({ language, words }: At, { message, body }: PageMessage): Html {
  const date = new Date(message.timestamp * 1000)
  const time = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })
  return html`<article id="${message.id}">
<h2>${message.sender_full_name} <time datetime="${date.toISOString()}">${time.format(date)} UTC</time></h2>
<div class="content" dir="auto">${contentForPages(body.rendered_content, words.public.spoiler)}</div>
</article>
`
}

const descriptionOf = ({ words }: At, { rendered_description }: PublicChannel): Html | undefined =>
  rendered_description === ''
    ? undefined
    : html`<div class="content">${contentForPages(rendered_description, words.public.spoiler)}</div>`

const topicName = (topic: string): string => (topic === '' ? EMPTY_TOPIC_DISPLAY_NAME : topic)

function pathOf({ stream_id }: PublicChannel, query: { topic?: string; before?: number } = {}): string {
  const entries = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)])
  return `/public/${stream_id}${entries.length === 0 ? '' : `?${new URLSearchParams(entries).toString()}`}`
}

/** Returns the address of a channel in the web client. */
const placeOf = ({ stream_id }: PublicChannel): string => `/#narrow/channel/${stream_id}`

const hashPart = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replaceAll('.', '%2E').replaceAll('%', '.')
