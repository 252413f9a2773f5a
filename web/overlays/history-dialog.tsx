import { createSignal, For, onMount, Show } from 'solid-js'
import { useClient } from '../client/use-client'
import { showServerHtml } from '../html/server-html'
import { Dialog } from '../parts/dialog'
import { fullTime } from '../parts/time'
import type { Message } from '../store/messages'
import { topicName } from '../base/labels'
import { overlayWords as words } from '../words/en-overlays'
import './history-dialog.css'

type Version = {
  topic: string
  rendered_content: string
  timestamp: number
  user_id: number | null
  prev_topic?: string
  prev_stream?: number
  stream?: number
  prev_content?: string
  content_html_diff?: string
}

/** All versions of a message, the newest first. What an edit added and removed is marked. */
export function HistoryDialog(props: { message: Message; close: () => void }) {
  const { ask, report } = useClient()
  const [versions, setVersions] = createSignal<Version[]>()
  const { id, sender_id } = props.message
  async function load() {
    try {
      const { message_history } = await ask('GET /messages/:message_id/history', {
        message_id: id,
        allow_empty_topic_name: true,
      })
      setVersions(message_history.toReversed())
    } catch (error) {
      report(error)
      props.close()
    }
  }
  onMount(() => void load())
  return (
    <Dialog title={words.history} size="wide" close={props.close}>
      <Show when={versions()} fallback={<p class="quiet">{words.loading}</p>}>
        {(all) => (
          <ol class="versions" reversed>
            <For each={all()}>{(version) => <VersionEntry version={version} sender_id={sender_id} />}</For>
          </ol>
        )}
      </Show>
    </Dialog>
  )
}

function VersionEntry(props: { version: Version; sender_id: number }) {
  const client = useClient()
  const { names, store } = client
  const { version } = props
  const isEdit = version.prev_content !== undefined
  const isMove = version.prev_topic !== undefined || version.prev_stream !== undefined
  const say = isEdit ? words.editedBy : isMove ? words.movedBy : words.writtenBy
  const show = (element: HTMLDivElement) =>
    showServerHtml(client, element, version.content_html_diff ?? version.rendered_content, store.state.user_id)
  return (
    <li>
      <p class="quiet">{say(names.user(version.user_id ?? props.sender_id), fullTime(version.timestamp))}</p>
      <Show when={version.prev_stream}>
        {(before) => <p>{words.channelWas(names.channel(before()), names.channel(version.stream ?? 0))}</p>}
      </Show>
      <Show when={version.prev_topic !== undefined}>
        <p>{words.topicWas(topicName(client, version.prev_topic ?? ''), topicName(client, version.topic))}</p>
      </Show>
      <Show when={isEdit || !isMove}>
        <div class="body" dir="auto" ref={show} />
      </Show>
    </li>
  )
}
