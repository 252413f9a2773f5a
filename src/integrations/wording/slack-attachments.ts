import { anything, many, maybe, maybeAddress, one, scalar, text, textAt } from '../fields'
import { namedText } from './markup'
import { linkTo, plainText } from './plain-text'
import { blockText, joined } from './slack-blocks'
import { slackMarkdown, unescaped } from './slack-markup'

const field = one({ title: maybe(text), value: maybe(scalar) })
const attachmentFields = {
  title: maybe(text),
  title_link: maybeAddress,
  pretext: maybe(text),
  text: maybe(text),
  fields: maybe(many(field)),
  blocks: maybe(many(anything)),
  image_url: maybeAddress,
  footer: maybe(text),
  ts: maybe(scalar),
}
/** The attachments that integrations of other chat servers know. */
export const attachment = one(attachmentFields)

/** The attachments of Slack, with all that people can read. */
export const wholeAttachment = one({
  ...attachmentFields,
  fallback: maybe(text),
  author_name: maybe(text),
  author_link: maybeAddress,
  actions: maybe(many(anything)),
})

type Field = { title?: string | null; value?: string | null }
export type Attachment = {
  [
    Name in
      | 'title'
      | 'title_link'
      | 'pretext'
      | 'text'
      | 'fallback'
      | 'author_name'
      | 'author_link'
      | 'image_url'
      | 'footer'
      | 'ts'
  ]?: string | null
} & {
  fields?: Field[] | null
  blocks?: unknown[] | null
  actions?: unknown[] | null
}

/** How a server writes the text of attachments with markup and without, and its blocks. */
export type AttachmentStyle = {
  markdown: (text: string) => string
  plain: (text: string) => string
  block: (block: unknown) => string
}

const SLACK: AttachmentStyle = { markdown: slackMarkdown, plain: unescaped, block: blockText }

const fieldText = ({ title, value }: Field, { markdown, plain }: AttachmentStyle): string => {
  const [name, content] = [title ? plainText(plain(title)) : '', value ? markdown(value) : '']
  return name && content ? namedText(name, content) : name ? `**${name}**` : content
}

export function attachmentText(part: Attachment, style: AttachmentStyle = SLACK): string {
  const { markdown, plain, block } = style
  const content = joined([
    part.author_name ? linkOrText(plain(part.author_name), part.author_link) : '',
    part.title ? `## ${linkOrText(plain(part.title), part.title_link)}` : '',
    part.pretext ? markdown(part.pretext) : '',
    part.text ? markdown(part.text) : '',
    (part.fields ?? [])
      .map((each) => fieldText(each, style))
      .filter((line) => line !== '')
      .join('\n'),
    ...(part.blocks ?? []).map(block),
    (part.actions ?? [])
      .map((action) => actionText(action, plain))
      .filter(Boolean)
      .join(' '),
    part.image_url ? linkTo(part.image_url, '') : '',
    part.footer ? markdown(part.footer) : '',
    timeOf(part.ts),
  ])
  return content || (part.fallback ? plainText(plain(part.fallback)) : '')
}

const linkOrText = (label: string, url: string | null | undefined): string =>
  url ? linkTo(url, label) : plainText(label)

const actionText = (action: unknown, plain: AttachmentStyle['plain']): string => {
  const url = textAt(action, 'url')
  return url ? linkTo(url, plain(textAt(action, 'text') ?? textAt(action, 'name') ?? url)) : ''
}

const timeOf = (ts: string | null | undefined): string =>
  ts && /^\d{1,12}(?:\.\d{1,9})?$/.test(ts) ? `<time:${ts.split('.')[0]}>` : ''
