import { anything, many, maybe, one, scalar, text, textAt } from '../fields'
import { integration, on } from '../integration'
import { discordMarkdown } from '../wording/chat-dialects'
import { namedText } from '../wording/markup'
import { linkTo, plainText } from '../wording/plain-text'
import { joined } from '../wording/slack-blocks'
import { listAt } from '../wording/slack-rich-text'
import { atMost, jsonOrField, messageIn } from './parts'

const named = maybe(one({ name: maybe(text), url: maybe(text) }))
const picture = maybe(one({ url: maybe(text) }))
const embed = one({
  title: maybe(text),
  url: maybe(text),
  description: maybe(text),
  author: named,
  fields: maybe(many(one({ name: maybe(scalar), value: maybe(scalar) }))),
  image: picture,
  thumbnail: picture,
  footer: maybe(one({ text: maybe(text) })),
  timestamp: maybe(text),
})
const discordMessage = one({
  content: maybe(text),
  embeds: maybe(many(embed)),
  components: maybe(many(anything)),
  thread_name: maybe(text),
  poll: maybe(anything),
  attachments: maybe(many(anything)),
})

type Named = { name?: string | null; url?: string | null } | null | undefined
type Picture = { url?: string | null } | null | undefined
type Embed = {
  title?: string | null
  url?: string | null
  description?: string | null
  author?: Named
  fields?: { name?: string | null; value?: string | null }[] | null
  image?: Picture
  thumbnail?: Picture
  footer?: { text?: string | null } | null
  timestamp?: string | null
}

const linkOrText = (label: string | null | undefined, url: string | null | undefined): string =>
  label ? (url ? linkTo(url, label) : plainText(label)) : ''

function embedText({ title, url, author, description, fields, image, footer, timestamp }: Embed): string {
  const lines = atMost(25, 'fields', fields).map(({ name, value }) =>
    namedText(plainText(name ?? ''), discordMarkdown(value ?? '')),
  )
  const at = Date.parse(timestamp ?? '')
  return joined([
    linkOrText(author?.name, author?.url),
    title ? `**${linkOrText(title, url)}**` : '',
    discordMarkdown(description ?? ''),
    lines.join('\n'),
    image?.url?.startsWith('http') ? linkTo(image.url, 'image') : '',
    [footer?.text ? plainText(footer.text) : '', Number.isNaN(at) ? '' : `<time:${Math.floor(at / 1000)}>`]
      .filter(Boolean)
      .join(' '),
  ])
}

const MAX_DEPTH = 5

/** Returns the texts and the links of components, and of those inside them. */
const componentTexts = (component: unknown, depth = 0): string[] => {
  if (depth > MAX_DEPTH) return []
  const url = textAt(component, 'url')
  const content = textAt(component, 'content')
  return [
    ...(content ? [discordMarkdown(content)] : []),
    ...(url ? [linkTo(url, textAt(component, 'label') ?? url)] : []),
    ...[...listAt(component, 'components'), ...listAt(component, 'items')].flatMap((inner) =>
      componentTexts(inner, depth + 1),
    ),
  ]
}

function pollText(poll: unknown): string {
  const question = textAt(poll, 'question', 'text')
  if (question === undefined) return ''
  const answers = listAt(poll, 'answers').map((answer) => `* ${plainText(textAt(answer, 'poll_media', 'text') ?? '')}`)
  return [`**${plainText(question)}**`, '', ...answers].join('\n')
}

/** Returns a link to a file of this server. The files of other messages are elsewhere. */
function fileLink(file: unknown): string {
  const url = textAt(file, 'url') ?? ''
  return url.startsWith('/user_uploads/') ? linkTo(url, textAt(file, 'filename') ?? url) : ''
}

/** Accepts what programs send to webhooks of Discord. The name of a thread is the topic. */
export const discordAddress = integration({
  title: 'Discord',
  reads: jsonOrField('payload_json'),
  isQuietAboutBodies: true,
  events: {
    message: on(discordMessage, ({ content, embeds, components, thread_name, poll, attachments }) =>
      messageIn(
        thread_name,
        joined([
          discordMarkdown(content ?? ''),
          ...atMost(10, 'embeds', embeds).map(embedText),
          ...atMost(40, 'components', components).flatMap((component) => componentTexts(component)),
          pollText(poll),
          atMost(10, 'files', attachments).map(fileLink).filter(Boolean).join('\n'),
        ]),
      ),
    ),
  },
})
