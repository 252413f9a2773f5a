import { createMemo, createResource, For, Show } from 'solid-js'
import { labelOf, topicName } from '../base/labels'
import { discardChange, waitingChanges } from '../base/waiting-changes'
import { textOfRequest } from '../base/waiting-requests'
import type { Client } from '../client/client'
import { useClient } from '../client/use-client'
import { textOfHtml } from '../parts/html-text'
import { clockTime } from '../parts/time'
import { conversationOf } from '../store/conversations'
import { isSetting, type Change } from '../sync/stored-changes'
import { words } from '../words/en'
import { laterWords } from '../words/en-later'
import { overlayWords } from '../words/en-overlays'
import { Entry, MAX_CHARACTERS } from './planned-entry'

/** What waits for the connection: messages, and changes of messages. */
export function WaitingList() {
  const client = useClient()
  const { hrefOf, outbox, watch } = client
  const messages = createMemo(() => {
    watch('outbox')
    return outbox.all().filter(({ state }) => state === 'waiting')
  })
  const changes = createMemo(() => {
    watch('drafts')
    return waitingChanges(client)
  })
  // The names of settings load with the settings.
  const [settingNames] = createResource(
    () => changes().some((change) => 'property' in change),
    () => import('../settings/setting-names').catch(() => undefined),
  )
  function textOf(change: Change): string {
    if (!('property' in change)) return contentOf(client, change)
    if (change.property === 'is_muted') return change.value ? overlayWords.muteChannel : overlayWords.unmuteChannel
    return settingNames()?.nameOfSetting(change) ?? ''
  }
  return (
    <Show when={messages().length + changes().length > 0}>
      <h2 class="waiting-title">{words.outbox.waiting}</h2>
      <For each={messages()}>
        {({ local_id, route, content, timestamp }) => (
          <Entry place={labelOf(client, route)} time={clockTime(timestamp)} text={content}>
            <button class="act" onClick={() => outbox.remove(local_id)}>
              {words.delete}
            </button>
          </Entry>
        )}
      </For>
      <For each={changes()}>
        {(change) => (
          <Entry place={nameOf(change)} time={placeOf(client, change)} text={textOf(change)}>
            <Show when={idOf(change)}>
              {(near) => (
                <a class="act" href={hrefOf({ view: 'feed', near: near() })}>
                  {laterWords.planned.openMessage}
                </a>
              )}
            </Show>
            <button class="act" onClick={() => discardChange(client, change)}>
              {laterWords.cancel}
            </button>
          </Entry>
        )}
      </For>
      <h2 class="waiting-title">{words.drafts}</h2>
    </Show>
  )
}

/** Returns the message that a change is about, or undefined for a setting or a channel. */
function idOf(change: Change): number | undefined {
  if (isSetting(change) || change.kind === 'subscription') return undefined
  return change.kind === 'flag' ? change.messages.at(-1) : change.message_id
}

function nameOf(change: Change): string {
  if (isSetting(change)) return words.settings
  if (change.kind === 'edit') return words.edit
  if (change.kind === 'delete') return overlayWords.confirmDelete
  if (change.kind === 'move') return overlayWords.moveTitle
  if (change.kind === 'subscription') return change.op === 'add' ? overlayWords.subscribe : overlayWords.unsubscribe
  if (change.kind === 'reaction') return overlayWords.react
  if (change.flag === 'starred') return change.op === 'add' ? overlayWords.star : overlayWords.unstar
  return change.op === 'remove' ? overlayWords.selection.unread : overlayWords.markRead
}

const placeOf = (client: Client, change: Change): string => {
  if (change.kind === 'channel' || change.kind === 'subscription') return `# ${client.names.channel(change.stream_id)}`
  if (change.kind === 'topic')
    return labelOf(client, { view: 'topic', stream_id: change.stream_id, topic: change.topic })
  if (change.kind === 'move' && change.from) return labelOf(client, { view: 'topic', ...change.from })
  const message = client.store.messages.get(idOf(change) ?? 0)
  return message ? labelOf(client, conversationOf(message, client.store.state.user_id)) : ''
}

function contentOf(client: Client, change: Exclude<Change, { property: string }>): string {
  if (change.kind === 'edit') return change.content
  if (change.kind === 'topic') return words.topicPolicy[change.value]?.(topicName(client, change.topic)) ?? ''
  if (change.kind === 'move') return textOfRequest(client, change)
  if (change.kind === 'subscription') return ''
  const content = textOfHtml(client.store.messages.get(idOf(change) ?? 0)?.content ?? '', MAX_CHARACTERS)
  return change.kind === 'reaction' ? `:${change.emoji_name}: ${content}` : content
}
