import { createSignal, onMount, Show } from 'solid-js'
import type { ChannelFile } from '../../client-state/wire'
import { labelOf } from '../base/labels'
import { useClient } from '../client/use-client'
import { Dialog } from '../parts/dialog'
import { sizeText } from '../parts/size'
import { dayName } from '../parts/time'
import { Items } from '../settings/parts'
import { overlayWords } from '../words/en-overlays'

type Place = { stream_id: number; topic?: string }

/** The files in messages of a channel or a topic, the newest first. */
export function FilesDialog(props: { place: Place; close: () => void }) {
  const client = useClient()
  const { ask, report } = client
  const words = overlayWords.files
  const { stream_id, topic } = props.place
  const [files, setFiles] = createSignal<readonly ChannelFile[]>()
  const [next, setNext] = createSignal<number | null>(null)
  async function load(before_id?: number) {
    try {
      const answer = await ask('GET /parley/streams/:stream_id/files', {
        stream_id,
        ...(topic === undefined ? {} : { topic }),
        ...(before_id === undefined ? {} : { before: before_id }),
      })
      // An older message can have a file of a newer one.
      const existingIds = new Set(files()?.map(({ id }) => id))
      setFiles((before = []) => [...before, ...answer.files.filter(({ id }) => !existingIds.has(id))])
      setNext(answer.next_before)
    } catch (error) {
      report(error)
    }
  }
  onMount(() => void load())
  return (
    <Dialog title={words.title} size="wide" close={props.close}>
      <p class="quiet">
        {labelOf(client, topic === undefined ? { view: 'channel', stream_id } : { view: 'topic', stream_id, topic })}
      </p>
      <Items of={next() === null || files()?.length !== 0 ? files() : undefined} none={words.none}>
        {(file) => <FileRow file={file} stream_id={stream_id} close={props.close} />}
      </Items>
      <Show when={next()}>
        {(before) => (
          <button class="act" onClick={() => void load(before())}>
            {words.more}
          </button>
        )}
      </Show>
    </Dialog>
  )
}

function FileRow(props: { file: ChannelFile; stream_id: number; close: () => void }) {
  const { hrefOf, names } = useClient()
  const words = overlayWords.files
  const { name, path_id, size, create_time, message_id, sender_id, topic } = props.file
  return (
    <li>
      <span class="grow">
        <a href={`/user_uploads/${path_id}`} target="_blank" rel="noopener" dir="auto">
          {name}
        </a>
        <br />
        <span class="quiet">{words.sent(names.user(sender_id), dayName(create_time), sizeText(size))}</span>
      </span>
      <a
        class="act"
        aria-label={words.showOf(name)}
        href={hrefOf({ view: 'topic', stream_id: props.stream_id, topic, near: message_id })}
        onClick={() => props.close()}
      >
        {words.show}
      </a>
    </li>
  )
}
