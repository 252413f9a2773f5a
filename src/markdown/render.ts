import { escapeAttribute, escapeLiteral } from './escape'
import { channelSlug, encodeForHash } from './hash-addresses'
import { type OutputBudget, outputBudget, takeOrThrow } from './html/output-budget'
import { type MarkdownLimits, utf8Length } from './limits'
import { inlineImage, picturePreview } from './picture-previews'
import type { Directory, ImageLookup, Lookup, MentionedUser, PictureLookup, Template, UserLookup } from './template'

/** The HTML of a message, and the users and groups that it mentions. Silent mentions are not listed. */
export type RenderedContent = { html: string; mentioned_user_ids: Set<number>; mentioned_group_ids: Set<number> }

/**
 * Replaces the placeholders of a template by what the directory finds. It runs in the realm object for each message, so it
 * only joins strings and looks up names. The template must come from `parseMarkdown`: its HTML is not escaped again. Throws
 * `limits.tooLarge` if the HTML exceeds the limit, because a name may be much longer than its placeholder.
 */
export function renderTemplate(template: Template, directory: Directory, limits: MarkdownLimits): RenderedContent {
  const rendered: RenderedContent = { html: '', mentioned_user_ids: new Set(), mentioned_group_ids: new Set() }
  rendered.html = fillPlaceholders(template, directory, { rendered, budget: outputBudget(limits) })
  return rendered
}

type Output = { rendered: RenderedContent; budget: OutputBudget }

function fillPlaceholders(template: Template, directory: Directory, output: Output): string {
  let html = ''
  for (const piece of template) {
    if (typeof piece === 'string') html += countBytes(piece, output)
    else {
      const found = lookUp(piece.lookup, directory, output.rendered)
      html += found === undefined ? fillPlaceholders(piece.fallback, directory, output) : countBytes(found, output)
    }
  }
  return html
}

function countBytes(html: string, { budget }: Output): string {
  takeOrThrow(budget, 'html', utf8Length(html))
  return html
}

function lookUp(lookup: Lookup, directory: Directory, rendered: RenderedContent): string | undefined {
  switch (lookup.kind) {
    case 'user':
      return userMention(lookup, directory, rendered)
    case 'group':
      return groupMention(lookup, directory, rendered)
    case 'channel':
      return channelLink(lookup.name, directory)
    case 'topic':
      return topicLink(lookup, directory)
    case 'emoji':
      return customEmoji(lookup.name, directory)
    case 'picture':
      return previewOfUpload(lookup, directory)
    case 'image':
      return imageOfUpload(lookup, directory)
  }
}

/** Returns a mention of a user. That of a deactivated user is silent: no user receives it. */
function userMention(lookup: UserLookup, directory: Directory, rendered: RenderedContent): string | undefined {
  const user = findMentionedUser(lookup, directory)
  if (!user) return undefined
  const silent = lookup.silent || !user.is_active
  if (!silent) rendered.mentioned_user_ids.add(user.user_id)
  const className = silent ? 'user-mention silent' : 'user-mention'
  const text = escapeLiteral(silent ? user.full_name : `@${user.full_name}`)
  return `<span class="${className}" data-user-id="${user.user_id}">${text}</span>`
}

/** In `@**Ada|8**`, user 8 must be called Ada. Otherwise a mention could show one name and notify another user. */
function findMentionedUser({ id, name }: UserLookup, directory: Directory): MentionedUser | undefined {
  if (id === undefined) return name === undefined ? undefined : directory.userByName(name)
  const user = directory.userById(id)
  if (name !== undefined && user?.full_name !== name) return undefined
  return user
}

function groupMention(
  lookup: { name: string; silent: boolean },
  directory: Directory,
  rendered: RenderedContent,
): string | undefined {
  const group = directory.groupByName(lookup.name)
  if (!group) return undefined
  if (!lookup.silent) rendered.mentioned_group_ids.add(group.id)
  const className = lookup.silent ? 'user-group-mention silent' : 'user-group-mention'
  const text = escapeLiteral(lookup.silent ? group.name : `@${group.name}`)
  return `<span class="${className}" data-user-group-id="${group.id}">${text}</span>`
}

function channelLink(name: string, directory: Directory): string | undefined {
  const channel = directory.channelByName(name)
  if (!channel) return undefined
  const href = escapeAttribute(`/#narrow/stream/${channelSlug(channel.stream_id, channel.name)}`)
  return `<a class="stream" data-stream-id="${channel.stream_id}" href="${href}">#${escapeLiteral(channel.name)}</a>`
}

function topicLink(
  lookup: { channel: string; topic: string; message_id?: number },
  directory: Directory,
): string | undefined {
  const channel = directory.channelByName(lookup.channel)
  if (!channel) return undefined
  const narrow = `/#narrow/stream/${channelSlug(channel.stream_id, channel.name)}/topic/${encodeForHash(lookup.topic)}`
  const topic = lookup.topic === '' ? `<em>${GENERAL_CHAT}</em>` : escapeLiteral(lookup.topic)
  const text = `${escapeLiteral(`#${channel.name} > `)}${topic}`
  if (lookup.message_id !== undefined) {
    const href = escapeAttribute(`${narrow}/near/${lookup.message_id}`)
    return `<a class="message-link" href="${href}">${text} @ 💬</a>`
  }
  return `<a class="stream-topic" data-stream-id="${channel.stream_id}" href="${escapeAttribute(narrow)}">${text}</a>`
}

/** What a link shows for the topic without a name. Clients translate it. */
const GENERAL_CHAT = 'general chat'

function customEmoji(name: string, directory: Directory): string | undefined {
  const emoji = directory.emojiByName(name)
  if (!emoji) return undefined
  const alt = escapeAttribute(`:${name}:`)
  const title = escapeAttribute(name.replaceAll('_', ' '))
  return `<img alt="${alt}" class="emoji" src="${escapeAttribute(emoji.source_url)}" title="${title}">`
}

function previewOfUpload(lookup: PictureLookup, directory: Directory): string | undefined {
  const picture = directory.pictureByPath(lookup.path)
  return picture && picturePreview(lookup, picture)
}

function imageOfUpload(lookup: ImageLookup, directory: Directory): string | undefined {
  const picture = directory.pictureByPath(lookup.path)
  return picture && picture.state !== 'failed' ? inlineImage(lookup, picture) : undefined
}
