import type { BotWords } from '../../../pages/words/bots-en'
import type { Channel } from '../../channels/channels/channel'
import { isSameSetting } from '../../people/groups/rules'
import { FOR_EVER } from '../../realm/settings/periods'
import { hasNoMarkdown } from '../../writing/bot-messages/rules'
import { descriptionText, privacyOf } from '../new-channels/bot-message-rules'

type Change = { before: Channel; after: Channel; folderName: FolderNames }
type FolderNames = (folder_id: number) => string | undefined

/** Returns a text for each difference, in the order of the events. */
export function changeTexts(words: BotWords, actor_name: string, { before, after, folderName }: Change): string[] {
  const { channel } = words
  const { privacy } = channel
  const texts: string[] = []
  if (before.is_archived && !after.is_archived) texts.push(channel.restored(actor_name))
  if (privacyOf(before) !== privacyOf(after))
    texts.push(channel.privacyChanged(actor_name, privacy[privacyOf(before)], privacy[privacyOf(after)]))
  if (before.message_retention_days !== after.message_retention_days)
    texts.push(channel.retentionChanged(actor_name, retentionText(words, before), retentionText(words, after)))
  if (before.folder_id !== after.folder_id) texts.push(folderText(words, actor_name, after.folder_id, folderName))
  if (before.description !== after.description) {
    const earlier = descriptionText(words, channel.descriptionBefore, before.description)
    const current = descriptionText(words, channel.descriptionAfter, after.description)
    texts.push(`${channel.descriptionChanged(actor_name)} ${earlier}\n\n${current}`)
  }
  if (before.name !== after.name) texts.push(renameText(words, actor_name, before.name, after.name))
  if (!isSameSetting(before.permissions.can_send_message_group, after.permissions.can_send_message_group))
    texts.push(channel.postingChanged(actor_name))
  return texts
}

function retentionText({ channel: { retention } }: BotWords, { message_retention_days: days }: Channel): string {
  if (days === null) return retention.asRealm
  return days === FOR_EVER ? retention.forEver : retention.days(days)
}

// A text does not contain names that could be read as Markdown.
function folderText(words: BotWords, actor_name: string, folder_id: number | null, folderName: FolderNames): string {
  if (folder_id === null) return words.channel.folderRemoved(actor_name)
  const name = folderName(folder_id)
  return words.channel.folderChanged(actor_name, name !== undefined && hasNoMarkdown(name) ? `**${name}**` : undefined)
}

const renameText = ({ channel }: BotWords, actor_name: string, before: string, after: string): string =>
  hasNoMarkdown(before) && hasNoMarkdown(after)
    ? channel.renamed(actor_name, `**${before}**`, `**${after}**`)
    : channel.renamedUnnamed(actor_name)
