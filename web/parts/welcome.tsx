import { createMemo, For } from 'solid-js'
import { subscribe, unsubscribe } from '../base/channel-actions'
import { endStep } from './end-step'
import { textOfHtml } from './html-text'
import { useClient } from '../client/use-client'
import { allChannels } from '../store/all-channels'
import { taskWords as words } from '../words/en-tasks'
import { Tile } from './tile'
import './guide.css'
import './welcome.css'

const MAX_OFFERED = 6
const MAX_DESCRIPTION_LENGTH = 160

/** The channels of a new member, and the largest of the others. */
export function Welcome() {
  const client = useClient()
  const { store, watch } = client
  // In an organization with thousands of channels, all of them are sorted once for a change.
  const channels = createMemo(() => {
    watch('channels')
    return allChannels(store.state)
  })
  const joined = createMemo(() => {
    const { subscriptions } = store.state
    return new Set(channels().flatMap(({ stream_id }) => (subscriptions.has(stream_id) ? stream_id : [])))
  })
  const isIn = (stream_id: number) => joined().has(stream_id)
  // The rows stay while the user chooses.
  const offered = createMemo(() =>
    channels()
      .toSorted(
        (a, b) => Number(isIn(b.stream_id)) - Number(isIn(a.stream_id)) || b.subscriber_count - a.subscriber_count,
      )
      .slice(0, MAX_OFFERED)
      .map(({ stream_id }) => stream_id),
  )
  const ids = offered()
  return (
    <section class="guide welcome" aria-label={words.region}>
      <h2 dir="auto">{words.welcome(client.names.user(store.state.user_id))}</h2>
      <p class="quiet">{words.choose(joined().size, store.state.realm_name)}</p>
      <div class="picks">
        <For each={ids}>
          {(stream_id) => (
            <label>
              <Tile channel={client.channelOf(stream_id)} />
              <b dir="auto">{client.names.channel(stream_id)}</b>
              <input
                type="checkbox"
                checked={isIn(stream_id)}
                onChange={({ currentTarget }) =>
                  void (currentTarget.checked ? subscribe : unsubscribe)(client, stream_id)
                }
              />
              <small dir="auto">
                {textOfHtml(client.channelOf(stream_id)?.rendered_description ?? '', MAX_DESCRIPTION_LENGTH)}
              </small>
            </label>
          )}
        </For>
      </div>
      <div class="pair">
        <button class="act strong" onClick={() => endStep(client, 'parley_welcome')}>
          {words.open(store.state.realm_name)}
        </button>
        <a class="act" href="#channels/all">
          {words.all(channels().length)}
        </a>
      </div>
    </section>
  )
}
