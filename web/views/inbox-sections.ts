import { createMemo } from 'solid-js'
import type { Client } from '../client/client'
import type { UnreadConversation } from '../store/conversations'
import { words } from '../words/en'
import type { Triage } from './triage'

/** Returns the sections of the list, and the conversations of each. */
export function createSections(
  client: Client,
  { triage, entries }: { triage: Triage; entries: () => UnreadConversation[] },
) {
  const names = createMemo(() => sectionNames(client))
  const sectionOf = (entry: UnreadConversation): Section => {
    const kind = kindOf(triage, entry)
    if (kind !== 'channels' || entry.route.view === 'direct') return kind
    const folder = String(client.store.state.subscriptions.get(entry.route.stream_id)?.folder_id)
    return names().has(folder) ? folder : kind
  }
  const bySection = createMemo(() => Map.groupBy(entries(), sectionOf))
  return { names, keysOf: (section: Section) => (bySection().get(section) ?? []).map(({ key }) => key) }
}

function kindOf(triage: Triage, entry: UnreadConversation): Kind {
  if (triage.isKept(entry)) return 'kept'
  if (entry.route.view === 'direct' || entry.mentions > 0) return 'first'
  return entry.isFollowed ? 'followed' : 'channels'
}

const KINDS = ['first', 'followed', 'channels'] as const
type Kind = (typeof KINDS)[number] | 'kept'
/** One of the kinds, or a folder: its id in the text. */
type Section = string

/** The names of the sections. If the user wants it, the channels of a folder have their own section, as in the rail. */
function sectionNames({ store, watch }: Client): Map<Section, string> {
  watch('channels')
  const { channel_folders, user_settings } = store.state
  const folders = user_settings.web_inbox_show_channel_folders
    ? channel_folders.filter(({ is_archived }) => !is_archived)
    : []
  return new Map([
    ...KINDS.map((kind): [Section, string] => [kind, words.inboxSections[kind]]),
    ...folders.map(({ id, name }): [Section, string] => [String(id), name]),
    ['kept', words.inboxSections.kept],
  ])
}
