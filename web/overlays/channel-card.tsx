import type { Channel, Subscription } from '../../client-state/wire'
import { createMemo, createSignal, onMount, Show } from 'solid-js'
import { useClient } from '../client/use-client'
import { showServerHtml } from '../html/server-html'
import { Dialog } from '../parts/dialog'
import { PeopleList } from '../parts/people-list'
import { dayName } from '../parts/time'
import { printCard } from '../routes/card'
import { maySubscribe } from '../store/may-act'
import { setChannelProperty, subscribe, unsubscribe } from '../base/channel-actions'
import { overlayWords as words } from '../words/en-overlays'
import { Fact } from './user-card'

const privacy = ({ is_archived, invite_only, is_web_public }: Channel) => {
  if (is_archived) return words.archivedChannel
  if (invite_only) return words.privateChannel
  return is_web_public ? words.webPublicChannel : words.publicChannel
}

/** A channel: its description, its subscribers, and what the user has set for it. */
export function ChannelCard(props: { stream_id: number; close: () => void }) {
  const client = useClient()
  const { ask, channelOf, names, report, store, watch } = client
  const { stream_id } = props
  const [subscribers, setSubscribers] = createSignal<number[]>([])
  const channel = createMemo(() => channelOf(stream_id), undefined, { equals: false })
  const subscription = createMemo(
    () => {
      watch('channels')
      return store.state.subscriptions.find((row) => row.stream_id === stream_id)
    },
    undefined,
    { equals: false },
  )
  async function load() {
    if (channel() === undefined) return
    try {
      const answer = await ask('GET /streams/:stream_id/members', { stream_id })
      setSubscribers(answer.subscribers.toSorted((a, b) => names.user(a).localeCompare(names.user(b))))
    } catch (error) {
      report(error)
    }
  }
  onMount(() => void load())

  return (
    <Dialog title={channel() ? `# ${names.channel(stream_id)}` : words.channel} close={props.close}>
      <Show when={channel()} fallback={<p>{words.unknownChannel}</p>}>
        {(visible) => (
          <>
            <p class="quiet">{privacy(visible())}</p>
            <div
              class="body"
              dir="auto"
              ref={(element) => showServerHtml(client, element, visible().rendered_description, store.state.user_id)}
            />
            <dl class="facts">
              <Fact name={words.created} value={dayName(visible().date_created)} />
            </dl>
            <ChannelActions channel={visible()} subscription={subscription()} />
            <h3>{words.subscribers(visible().subscriber_count)}</h3>
            <PeopleList user_ids={subscribers()} />
          </>
        )}
      </Show>
    </Dialog>
  )
}

function ChannelActions(props: { channel: Channel; subscription: Subscription | undefined }) {
  const client = useClient()
  const { hrefOf, store } = client
  const { stream_id } = props.channel
  const isMuted = () => props.subscription?.is_muted === true

  return (
    <div class="card-actions">
      <a class="send" href={hrefOf({ view: 'channel', stream_id })}>
        {words.openChannel}
      </a>
      <a class="act" href={printCard({ card: 'channelSettings', id: stream_id })}>
        {words.settings}
      </a>
      <Show
        when={props.subscription}
        fallback={
          <Show when={!props.channel.is_archived && maySubscribe(store.state, props.channel)}>
            <button class="act" onClick={() => void subscribe(client, stream_id)}>
              {words.subscribe}
            </button>
          </Show>
        }
      >
        <button
          class="act"
          aria-pressed={isMuted()}
          onClick={() => setChannelProperty(client, stream_id, 'is_muted', !isMuted())}
        >
          {isMuted() ? words.unmuteChannel : words.muteChannel}
        </button>
        <button class="act" onClick={() => void unsubscribe(client, stream_id)}>
          {words.unsubscribe}
        </button>
      </Show>
    </div>
  )
}
