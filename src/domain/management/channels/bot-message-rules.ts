import type { Channel } from '../../channels/channels/channel'
import { isSameSetting } from '../../people/groups/rules'
import { FOR_EVER } from '../../realm/settings/periods'
import { hasNoMarkdown } from '../../writing/bot-messages/rules'
import { descriptionText, privacyText } from '../new-channels/bot-message-rules'

export const archivingText = (actor_name: string): string => `${actor_name} archived this channel.`

type Change = { before: Channel; after: Channel }
type FolderNames = (folder_id: number) => string | undefined

/** Returns a text for each difference, in the order of the events. */
export function changeTexts(actor_name: string, { before, after }: Change, folderName: FolderNames): string[] {
  const texts: string[] = []
  if (before.is_archived && !after.is_archived) texts.push(`${actor_name} brought this channel back from the archive.`)
  if (privacyText(before) !== privacyText(after))
    texts.push(`${actor_name} made this channel ${privacyText(after)}. It was ${privacyText(before)}.`)
  if (before.message_retention_days !== after.message_retention_days)
    texts.push(
      `${actor_name} changed how long messages are kept here: ${retentionText(after)}. It was: ${retentionText(before)}.`,
    )
  if (before.folder_id !== after.folder_id) texts.push(`${actor_name} ${folderText(after.folder_id, folderName)}.`)
  if (before.description !== after.description) {
    const [earlier, current] = [
      descriptionText('It was', before.description),
      descriptionText('Now', after.description),
    ]
    texts.push(`${actor_name} changed the description of this channel. ${earlier}\n\n${current}`)
  }
  if (before.name !== after.name) texts.push(`${actor_name} ${renameText(before.name, after.name)}.`)
  if (!isSameSetting(before.permissions.can_send_message_group, after.permissions.can_send_message_group))
    texts.push(`${actor_name} changed who may post in this channel.`)
  return texts
}

function retentionText({ message_retention_days: days }: Channel): string {
  if (days === null) return "as the organization's other messages are"
  if (days === FOR_EVER) return 'for ever'
  return days === 1 ? 'for a day' : `for ${days} days`
}

// A text does not contain names that could be read as Markdown.
function folderText(folder_id: number | null, folderName: FolderNames): string {
  if (folder_id === null) return 'took this channel out of its folder'
  const name = folderName(folder_id)
  return name !== undefined && hasNoMarkdown(name)
    ? `moved this channel to the folder **${name}**`
    : 'moved this channel to a folder'
}

const renameText = (before: string, after: string): string =>
  hasNoMarkdown(before) && hasNoMarkdown(after)
    ? `renamed this channel from **${before}** to **${after}**`
    : 'renamed this channel'
