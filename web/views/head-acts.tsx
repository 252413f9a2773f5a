import { createMemo, For, Show } from 'solid-js'
import { isWide, openBeside } from '../base/beside'
import { searchIn } from '../base/search-in'
import { isResolved, toggleResolved } from '../base/resolve-topic'
import { FOLLOWED, INHERIT, setTopicPolicy } from '../base/topic-policy'
import { CallButton } from '../calls/call-button'
import { useClient } from '../client/use-client'
import { Avatar } from '../parts/avatar'
import { Icon } from '../parts/icon'
import { keyOfRoute, type Route } from '../routes/route'
import { policyOf } from '../store/conversations'
import { mayResolve } from '../store/may-act'
import { laterWords } from '../words/en-later'
import { overlayWords } from '../words/en-overlays'
import { readCommands } from './commands'

const FACES = 3

/** What the head of the inbox offers. */
export function InboxActs() {
  const client = useClient()
  return (
    <Show when={client.unread().total > 0}>
      <button class="act" onClick={() => readCommands(client)[0]?.run()}>
        <Icon name="resolve" />
        <span class="word">{laterWords.commands.markAllRead}</span>
      </button>
    </Show>
  )
}

/** What the head of a conversation offers besides its menu. The menu has all of it too, for windows without room. */
export function HeadActs(props: { route: Route }) {
  const client = useClient()
  const { route: place } = props
  const channel = () => ('stream_id' in place ? client.channelOf(place.stream_id) : undefined)
  return (
    <Show when={place.view === 'topic' || place.view === 'channel' || place.view === 'direct' ? place : undefined}>
      {(conversation) => (
        <>
          <Show when={channel()}>{(existing) => <Crowd route={place} count={existing().subscriber_count} />}</Show>
          <Show when={place.view === 'topic' && channel()?.is_archived === false ? place : undefined}>
            {(topic) => <TopicActs stream_id={topic().stream_id} topic={topic().topic} />}
          </Show>
          <CallButton route={conversation()} />
          <button
            class="ib in-menu"
            aria-label={overlayWords.head.search}
            onClick={() => {
              searchIn(client, conversation())
              openBeside(client, { view: 'search', terms: [] })
            }}
          >
            <Icon name="search" />
          </button>
          <Show when={client.headActs === undefined && isWide()}>
            <button class="ib in-menu" aria-label={laterWords.pane.open} onClick={() => openBeside(client, place)}>
              <Icon name="pane" />
            </button>
          </Show>
        </>
      )}
    </Show>
  )
}

/** Who wrote last, and how many people are in the channel. */
function Crowd(props: { route: Route; count: number }) {
  const { store, watch } = useClient()
  const faces = createMemo(
    () => {
      watch(`window:${keyOfRoute(props.route)}`)
      const senders = store.windowOf(props.route).ids.map((id) => store.messages.get(id)?.sender_id)
      return [...new Set(senders.toReversed())].filter((id) => id !== undefined).slice(0, FACES)
    },
    [],
    { equals: (before, after) => before.join() === after.join() },
  )
  return (
    <span class="crowd in-menu">
      <For each={faces()}>{(user_id) => <Avatar user_id={user_id} />}</For>
      <span>{overlayWords.head.people(props.count)}</span>
    </span>
  )
}

function TopicActs(props: { stream_id: number; topic: string }) {
  const client = useClient()
  const { channelOf, store, watch } = client
  const isFollowed = () => {
    watch('topics')
    return policyOf(store.state, props.stream_id, props.topic) === FOLLOWED
  }
  const maySettle = () => props.topic !== '' && mayResolve(store.state, channelOf(props.stream_id))
  return (
    <>
      <Show when={maySettle()}>
        <button class="act in-menu" onClick={() => void toggleResolved(client, props)}>
          <Icon name="resolve" />
          {isResolved(props.topic) ? overlayWords.head.reopen : overlayWords.head.resolve}
        </button>
      </Show>
      <button
        class="ib in-menu"
        aria-label={isFollowed() ? laterWords.unfollow : laterWords.follow}
        aria-pressed={isFollowed()}
        onClick={() => setTopicPolicy(client, props, isFollowed() ? INHERIT : FOLLOWED)}
      >
        <Icon name="follow" isOn={isFollowed()} />
      </button>
    </>
  )
}
