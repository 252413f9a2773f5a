import { createMemo, createSignal, Show } from 'solid-js'
import { useClient } from '../../client/use-client'
import type { ChannelFolder, ParametersOf } from '../../../client-state/wire'
import { Picker } from '../../parts/people-picker'
import { allChannels } from '../../store/all-channels'
import { channelWords } from '../../words/en-channels'
import { folderWords as words } from '../../words/en-folders'
import { organizationWords } from '../../words/en-organization'
import { settingsWords } from '../../words/en-settings'
import { attempt } from '../fetched'
import { ChangeButton, Part, SettingsForm, StoredItems, textOf } from '../parts'
import { OrderButtons } from './order-buttons'
import { difference } from './groups'
import { NameFields } from './name-fields'

const MAX_CHARACTERS = { name: 60, description: 1024 }

/** The folders in which clients show channels: their order, their names, and the channels in them. */
export function ChannelFolders() {
  const client = useClient()
  const { ask, store, watch } = client
  // Copies, because the store changes its own objects in place.
  const folders = createMemo((): ChannelFolder[] => {
    watch('channels')
    const all = store.state.channel_folders
    return all.filter(({ is_archived }) => !is_archived).map((folder) => ({ ...folder }))
  })
  const channels = createMemo(() => {
    watch('channels')
    return allChannels(store.state).map(({ stream_id, name, folder_id }) => ({ id: stream_id, name, folder_id }))
  })
  async function move(at: number, by: 1 | -1) {
    const { channel_folders: all } = await ask('GET /channel_folders', { include_archived: true })
    const inOrder = folders().map(({ id }) => id)
    inOrder.splice(at + by, 0, ...inOrder.splice(at, 1))
    // The order names the archived folders too.
    const rest = all.map(({ id: other }) => other).filter((other) => !inOrder.includes(other))
    await ask('PATCH /channel_folders', { order: [...inOrder, ...rest] })
  }
  return (
    <>
      <Part title={organizationWords.sections['organization/folders']} text={words.text}>
        <StoredItems of={folders()} keyOf={({ id }) => id} none={words.none} kind="folders">
          {(folder, at) => (
            <Folder
              folder={folder()}
              channels={channels()}
              isFirst={at() === 0}
              isLast={at() === folders().length - 1}
              move={(by) => void attempt(client, move(at(), by))}
            />
          )}
        </StoredItems>
      </Part>
      <Part title={words.newFolder}>
        <SettingsForm
          button={organizationWords.create}
          submit={async (fields, form) => {
            await ask('POST /channel_folders/create', textsIn(fields))
            form.reset()
          }}
        >
          <NameFields most={MAX_CHARACTERS} />
        </SettingsForm>
      </Part>
    </>
  )
}

type Channel = { id: number; name: string; folder_id: number | null }

function Folder(props: {
  folder: ChannelFolder
  channels: Channel[]
  isFirst: boolean
  isLast: boolean
  move: (by: 1 | -1) => void
}) {
  const client = useClient()
  const { ask } = client
  const [isOpen, setOpen] = createSignal(false)
  const { id: channel_folder_id } = props.folder
  const change = (changes: Omit<ParametersOf<'PATCH /channel_folders/:channel_folder_id'>, 'channel_folder_id'>) =>
    ask('PATCH /channel_folders/:channel_folder_id', { channel_folder_id, ...changes })
  const inside = () => props.channels.filter(({ folder_id }) => folder_id === props.folder.id)
  async function assign(ids: number[]) {
    const changes = difference(
      inside().map(({ id }) => id),
      ids,
    )
    for (const id of changes.add) await ask('PATCH /streams/:stream_id', { stream_id: id, folder_id: props.folder.id })
    for (const id of changes.delete) await ask('PATCH /streams/:stream_id', { stream_id: id, folder_id: null })
  }
  return (
    <li class="bot">
      <div class="grow">
        <b dir="auto">{props.folder.name}</b>
        <p class="quiet" dir="auto">
          {words.channels(inside().length)}
          {props.folder.description ? ` · ${props.folder.description}` : ''}
        </p>
        <Show when={isOpen()}>
          <SettingsForm button={settingsWords.save} submit={(fields) => change(textsIn(fields))}>
            <NameFields of={props.folder} most={MAX_CHARACTERS} />
          </SettingsForm>
          <h4>{words.inside}</h4>
          <Picker
            label={organizationWords.addChannel}
            chosen={inside().map(({ id, name }) => ({ id, name: `# ${name}` }))}
            all={props.channels}
            change={(ids) => void attempt(client, assign(ids))}
          />
          <button class="act danger" onClick={() => void attempt(client, change({ is_archived: true }))}>
            {channelWords.archive}
          </button>
          <Show when={inside().length > 0}>
            <p class="quiet">{words.onlyEmpty}</p>
          </Show>
        </Show>
      </div>
      <OrderButtons name={props.folder.name} isFirst={props.isFirst} isLast={props.isLast} move={props.move} />
      <ChangeButton name={props.folder.name} isOpen={isOpen()} setOpen={setOpen} />
    </li>
  )
}

const textsIn = (fields: FormData) => ({ name: textOf(fields, 'name'), description: textOf(fields, 'description') })
