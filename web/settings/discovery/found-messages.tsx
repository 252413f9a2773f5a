import { For, Show } from 'solid-js'
import type { DiscoveredMessage } from '../../../client-state/wire'
import { useClient } from '../../client/use-client'
import { fullTime } from '../../parts/time'
import { discoveryWords as words } from '../../words/en-discovery'
import { organizationWords } from '../../words/en-organization'

type Props = {
  messages: readonly DiscoveredMessage[]
  isMore: boolean
  more: () => Promise<unknown>
  save: () => Promise<unknown>
}

/** What a search over everything found so far. */
export const FoundMessages = (props: Props) => (
  <section aria-label={words.search}>
    <p role="status">{words.found(props.messages.length, props.isMore)}</p>
    <ul class="items">
      <For each={props.messages}>{(message) => <FoundMessage message={message} />}</For>
    </ul>
    <p>
      <Show when={props.isMore}>
        <button class="act" onClick={() => void props.more()}>
          {organizationWords.older}
        </button>
      </Show>
      <button class="act strong" onClick={() => void props.save()}>
        {words.exportResult}
      </button>
    </p>
  </section>
)

/** A message: its text as it was written, and its earlier texts. */
function FoundMessage(props: { message: DiscoveredMessage }) {
  const { names } = useClient()
  const { sender_id, timestamp, stream_id, topic, user_ids, content, earlier_contents, deleted_at, files } =
    props.message
  const place =
    stream_id === null ? (user_ids ?? []).map(names.user).join(', ') : `# ${names.channel(stream_id)} › ${topic ?? ''}`
  const facts = [names.user(sender_id), place, fullTime(timestamp)]
  if (deleted_at !== null) facts.push(words.deleted(fullTime(deleted_at)))
  if (files.length > 0) facts.push(words.files(files.map(({ name }) => name).join(', ')))
  return (
    <li>
      <div class="grow">
        <p class="quiet" dir="auto">
          {facts.join(' · ')}
        </p>
        <Written text={content} />
        <For each={earlier_contents}>
          {(version) => (
            <>
              <p class="quiet">{words.until(fullTime(version.replaced_at))}</p>
              <Written text={version.content} />
            </>
          )}
        </For>
      </div>
    </li>
  )
}

const Written = (props: { text: string }) => (
  <p dir="auto" style={{ 'white-space': 'pre-wrap', 'overflow-wrap': 'anywhere' }}>
    {props.text}
  </p>
)
