import { escapeAttribute, escapeLiteral, percentEncoded } from './escape'
import { type OutputBudget, takeOrThrow, outputBudget } from './html/output-budget'
import { type MarkdownLimits, utf8Length } from './limits'
import type { Directory, MentionedUser, Reference, Template, UserReference } from './template'

/** A message as clients show it, and who hears of it by name. People and groups mentioned silently are not listed. */
export type Rendered = { html: string; mentioned_user_ids: Set<number>; mentioned_group_ids: Set<number> }

/**
 * Fills a template's holes from the realm's directory. Runs in the realm's Durable Object, in the path of every
 * message: string joins and look-ups only. Never give it a template that did not come from our own parser. Throws
 * `markdownTooLarge` if the limit is exceeded: names may be much longer than the words that stand for them.
 */
export function renderTemplate(template: Template, directory: Directory, limits: MarkdownLimits): Rendered {
  const rendered: Rendered = { html: '', mentioned_user_ids: new Set(), mentioned_group_ids: new Set() }
  rendered.html = fill(template, directory, { rendered, budget: outputBudget(limits) })
  return rendered
}

type Filling = { rendered: Rendered; budget: OutputBudget }

function fill(template: Template, directory: Directory, filling: Filling): string {
  let html = ''
  for (const piece of template) {
    if (typeof piece === 'string') html += counted(piece, filling)
    else {
      const found = resolved(piece.reference, directory, filling.rendered)
      html += found === undefined ? fill(piece.fallback, directory, filling) : counted(found, filling)
    }
  }
  return html
}

function counted(html: string, { budget }: Filling): string {
  takeOrThrow(budget, 'html', utf8Length(html))
  return html
}

function resolved(reference: Reference, directory: Directory, rendered: Rendered): string | undefined {
  switch (reference.kind) {
    case 'user':
      return userMention(reference, directory, rendered)
    case 'group':
      return groupMention(reference, directory, rendered)
    case 'channel':
      return channelLink(reference.name, directory)
    case 'topic':
      return topicLink(reference, directory)
    case 'emoji':
      return customEmoji(reference.name, directory)
  }
}

/** Somebody deactivated can be named, but there is nobody to hear it: such a mention is silent. */
function userMention(reference: UserReference, directory: Directory, rendered: Rendered): string | undefined {
  const user = mentionedUser(reference, directory)
  if (!user) return undefined
  const silent = reference.silent || !user.is_active
  if (!silent) rendered.mentioned_user_ids.add(user.user_id)
  const style = silent ? 'user-mention silent' : 'user-mention'
  const text = escapeLiteral(silent ? user.full_name : `@${user.full_name}`)
  return `<span class="${style}" data-user-id="${user.user_id}">${text}</span>`
}

/** `@**Ada|8**` where 8 is not called Ada is nobody: else a message could show one name and ping another person. */
function mentionedUser(reference: UserReference, directory: Directory): MentionedUser | undefined {
  if (reference.id === undefined) return reference.name === undefined ? undefined : directory.userByName(reference.name)
  const user = directory.userById(reference.id)
  if (reference.name !== undefined && user?.full_name !== reference.name) return undefined
  return user
}

function groupMention(
  reference: { name: string; silent: boolean },
  directory: Directory,
  rendered: Rendered,
): string | undefined {
  const group = directory.groupByName(reference.name)
  if (!group) return undefined
  if (!reference.silent) rendered.mentioned_group_ids.add(group.id)
  const style = reference.silent ? 'user-group-mention silent' : 'user-group-mention'
  const text = escapeLiteral(reference.silent ? group.name : `@${group.name}`)
  return `<span class="${style}" data-user-group-id="${group.id}">${text}</span>`
}

function channelLink(name: string, directory: Directory): string | undefined {
  const channel = directory.channelByName(name)
  if (!channel) return undefined
  const href = escapeAttribute(`/#narrow/stream/${channelSlug(channel.stream_id, channel.name)}`)
  return `<a class="stream" data-stream-id="${channel.stream_id}" href="${href}">#${escapeLiteral(channel.name)}</a>`
}

function topicLink(
  reference: { channel: string; topic: string; message_id?: number },
  directory: Directory,
): string | undefined {
  const channel = directory.channelByName(reference.channel)
  if (!channel) return undefined
  const narrow = `/#narrow/stream/${channelSlug(channel.stream_id, channel.name)}/topic/${hashEncoded(reference.topic)}`
  const topic = reference.topic === '' ? `<em>${GENERAL_CHAT}</em>` : escapeLiteral(reference.topic)
  const text = `${escapeLiteral(`#${channel.name} > `)}${topic}`
  if (reference.message_id !== undefined) {
    const href = escapeAttribute(`${narrow}/near/${reference.message_id}`)
    return `<a class="message-link" href="${href}">${text} @ 💬</a>`
  }
  return `<a class="stream-topic" data-stream-id="${channel.stream_id}" href="${escapeAttribute(narrow)}">${text}</a>`
}

/** What a topic without a name is called. Clients of other languages translate it. */
const GENERAL_CHAT = 'general chat'

function customEmoji(name: string, directory: Directory): string | undefined {
  const emoji = directory.emojiByName(name)
  if (!emoji) return undefined
  const alt = escapeAttribute(`:${name}:`)
  const title = escapeAttribute(name.replaceAll('_', ' '))
  return `<img alt="${alt}" class="emoji" src="${escapeAttribute(emoji.source_url)}" title="${title}">`
}

/** Clients read the id and ignore the rest, which is there for people: `7-design-team`. */
const channelSlug = (stream_id: number, name: string) => `${stream_id}-${hashEncoded(name.replaceAll(' ', '-'))}`

/** Percent-encoding with dots for percent signs, because some browsers decode percent signs in fragments. */
const hashEncoded = (text: string) => percentEncoded(text).replaceAll('.', '%2E').replaceAll('%', '.')
