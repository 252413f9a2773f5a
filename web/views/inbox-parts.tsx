import { For, Show } from 'solid-js'
import type { Client } from '../client/client'
import { useClient } from '../client/use-client'
import { lazyView } from '../parts/lazy'
import type { UnreadConversation } from '../store/conversations'
import { isWelcomed, type isGuided } from '../store/onboarding'
import { Icon } from '../parts/icon'
import { Tile } from '../parts/tile'
import { words } from '../words/en'
import type { Section } from './inbox-sections'
import type { Triage } from './triage'

// What the inbox has around its rows.

const KEYS: [keys: string, name: keyof typeof words.inboxKeys][] = [
  ['j k', 'move'],
  ['Enter', 'open'],
  ['e', 'done'],
  ['u', 'keep'],
  ['m', 'mute'],
  ['f', 'follow'],
  ['x', 'select'],
  ['z', 'undo'],
  ['n', 'next'],
]

const Welcome = lazyView(async () => (await import('../parts/welcome')).Welcome)

export const isNow = ({ store, watch }: Client, isOffered: typeof isGuided | typeof isWelcomed) => {
  watch('steps')
  return isOffered(store.state)
}

/** What a new member may do first, and what stands where nothing is unread. */
export function BelowRows(props: { isEmpty: boolean }) {
  const client = useClient()
  return (
    <>
      <Show when={isNow(client, isWelcomed)}>
        <Welcome />
      </Show>
      <Show when={props.isEmpty}>
        <p class="empty">
          <Icon name="inbox" />
          {words.allRead} <a href="#feed">{words.openFeed}</a>
        </p>
      </Show>
    </>
  )
}

/** How much is unread, or how much is selected. */
export function Sum(props: { entries: UnreadConversation[]; selected: number }) {
  const { unread } = useClient()
  return (
    <p role="status">
      {props.selected > 0
        ? words.triage.selected(props.selected)
        : words.unreadIn(unread().total, props.entries.length)}
    </p>
  )
}

const ICONS = { first: 'mention', followed: 'follow', kept: 'later' } as const

type TitleProps = { section: Section; entries: UnreadConversation[]; done: Triage['done'] }

/** The title of a section, how much is unread in it, and what marks all of it as read. */
export function SectionTitle(props: TitleProps) {
  const client = useClient()
  const { section } = props
  const icon = typeof section === 'number' ? undefined : section
  const channel = () => (typeof section === 'number' ? client.channelOf(section) : undefined)
  const name = () => (icon ? words.inboxSections[icon] : client.names.channel(Number(section)))
  const sum = () => words.unreadIn(props.entries.flatMap(({ ids }) => ids).length, props.entries.length)
  return (
    <div class="group">
      <h2>
        <Show when={icon} fallback={<Tile channel={channel()} />}>
          {(kind) => <Icon name={ICONS[kind()]} />}
        </Show>
        <bdi>{name()}</bdi>
      </h2>
      <span class="quiet">
        {folderOf(client, section)}
        {sum()}
      </span>
      <button class="ib" aria-label={`${words.markRead}: ${name()}`} onClick={() => props.done(...props.entries)}>
        <Icon name="resolve" />
      </button>
    </div>
  )
}

/** The name of the folder of a channel, if the user wants to see folders in the inbox. It keeps its own direction. */
function folderOf({ channelOf, store, watch }: Client, section: Section): string {
  watch('channels')
  watch('settings')
  const { channel_folders, user_settings } = store.state
  if (typeof section !== 'number' || !user_settings.web_inbox_show_channel_folders) return ''
  const folder = channel_folders.find(({ id }) => id === channelOf(section)?.folder_id)
  return folder === undefined ? '' : `\u2068${folder.name}\u2069 · `
}

/** The keys of the list, and how far the user is. */
export function KeyLegend(props: { progress: { decided: number; all: number } }) {
  return (
    <footer class="keys" aria-hidden="true">
      <For each={KEYS}>
        {([key, name]) => (
          <span>
            <kbd>{key}</kbd> {words.inboxKeys[name]}
          </span>
        )}
      </For>
      <span class="progress">{words.triage.progress(props.progress.decided, props.progress.all)}</span>
    </footer>
  )
}
