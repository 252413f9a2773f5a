import type { Channel } from '../../channels/channels/channel'
import { isSameSetting } from '../../people/groups/rules'
import { FOR_EVER } from '../../realm/settings/periods'
import { hasNoMarkdown, quoteBlock } from '../../writing/bot-messages/rules'

/** What is said in a channel of what happened to it. */
type Openness = Pick<Channel, 'invite_only' | 'is_web_public' | 'history_public_to_subscribers'>

/** What kind of channel it is, to people. */
function kindOfChannel({ invite_only, is_web_public, history_public_to_subscribers }: Openness): string {
  if (is_web_public) return 'web-public'
  if (!invite_only) return 'public'
  return history_public_to_subscribers ? 'private, with shared history' : 'private, with protected history'
}

export const createdHere = (who: string, channel: Channel): string =>
  `${who} created this channel (${kindOfChannel(channel)}). ${described('Description', channel.description)}`

export const archivedHere = (who: string): string => `${who} archived this channel.`

type Change = { before: Channel; after: Channel }
type FolderNames = (folder_id: number) => string | undefined

/** One for each thing that is different, in the order in which clients are told of them. */
export function changesHere(who: string, { before, after }: Change, folderName: FolderNames): string[] {
  const said: string[] = []
  if (before.is_archived && !after.is_archived) said.push(`${who} brought this channel back from the archive.`)
  if (kindOfChannel(before) !== kindOfChannel(after))
    said.push(`${who} made this channel ${kindOfChannel(after)}. It was ${kindOfChannel(before)}.`)
  if (before.message_retention_days !== after.message_retention_days)
    said.push(`${who} changed how long messages are kept here: ${kept(after)}. It was: ${kept(before)}.`)
  if (before.folder_id !== after.folder_id) said.push(`${who} ${movedTo(after.folder_id, folderName)}.`)
  if (before.description !== after.description) {
    const [old, now] = [described('It was', before.description), described('Now', after.description)]
    said.push(`${who} changed the description of this channel. ${old}\n\n${now}`)
  }
  if (before.name !== after.name) said.push(`${who} ${renamed(before.name, after.name)}.`)
  if (!isSameSetting(before.permissions.can_send_message_group, after.permissions.can_send_message_group))
    said.push(`${who} changed who may post in this channel.`)
  return said
}

const described = (what: string, description: string): string =>
  description === '' ? `${what}: none.` : `${what}:\n\n${quoteBlock(description)}`

function kept({ message_retention_days: days }: Channel): string {
  if (days === null) return "as the organization's other messages are"
  if (days === FOR_EVER) return 'for ever'
  return days === 1 ? 'for a day' : `for ${days} days`
}

// Names that could be read as Markdown are not said.
function movedTo(folder_id: number | null, folderName: FolderNames): string {
  if (folder_id === null) return 'took this channel out of its folder'
  const name = folderName(folder_id)
  return name !== undefined && hasNoMarkdown(name)
    ? `moved this channel to the folder **${name}**`
    : 'moved this channel to a folder'
}

const renamed = (before: string, after: string): string =>
  hasNoMarkdown(before) && hasNoMarkdown(after)
    ? `renamed this channel from **${before}** to **${after}**`
    : 'renamed this channel'
