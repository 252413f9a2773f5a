import { For, Show } from 'solid-js'
import type { Client } from '../client/client'
import { useClient } from '../client/use-client'
import { lazyView } from '../parts/lazy'
import type { UnreadConversation } from '../store/conversations'
import { isWelcomed, type isGuided } from '../store/onboarding'
import { words } from '../words/en'

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
