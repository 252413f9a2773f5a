import { createSignal, Show } from 'solid-js'
import type { Client } from '../../client/client'
import { useClient } from '../../client/use-client'
import type { DefaultChannelGroup } from '../../../client-state/wire'
import { Picker } from '../../parts/people-picker'
import { allChannels } from '../../store/all-channels'
import { folderWords } from '../../words/en-folders'
import { organizationWords as words } from '../../words/en-organization'
import { settingsWords } from '../../words/en-settings'
import { attempt, fetched, stateOf } from '../fetched'
import { ChangeButton, Items, Part, SettingsForm, textOf } from '../parts'
import { difference } from './groups'
import { NameFields } from './name-fields'

type Group = DefaultChannelGroup

const MAX_CHARACTERS = { name: 60, description: 1024 }

const publicChannels = ({ store, watch }: Client) => {
  watch('channels')
  return allChannels(store.state)
    .filter(({ invite_only }) => !invite_only)
    .map(({ stream_id, name }) => ({ id: stream_id, name }))
}

const chosen = ({ names }: Client, ids: readonly number[]) => ids.map((id) => ({ id, name: `# ${names.channel(id)}` }))

/** The channels to which new members are subscribed, and the sets from which they can choose. */
export function DefaultChannels() {
  const client = useClient()
  const { ask } = client
  const { value, refresh } = fetched(client, () => stateOf(client, ['default_streams', 'default_stream_groups']))
  const defaults = () => value()?.realm_default_streams ?? []
  async function change(ids: number[]) {
    const changes = difference(defaults(), ids)
    for (const stream_id of changes.add) await attempt(client, ask('POST /default_streams', { stream_id }))
    for (const stream_id of changes.delete) await attempt(client, ask('DELETE /default_streams', { stream_id }))
    await refresh()
  }
  return (
    <>
      <Part title={words.sections['organization/default-channels']} text={words.defaultText}>
        <Picker
          label={words.addChannel}
          chosen={chosen(client, defaults())}
          all={publicChannels(client)}
          change={(ids) => void change(ids)}
        />
        <Show when={value() && defaults().length === 0}>
          <p class="quiet">{words.noDefaults}</p>
        </Show>
      </Part>
      <Part title={folderWords.sets} text={folderWords.setsText}>
        <Items of={value()?.realm_default_stream_groups} none={folderWords.noSets}>
          {(group) => <ChannelSet group={group} defaults={defaults()} refresh={refresh} />}
        </Items>
      </Part>
      <NewSet defaults={defaults()} refresh={refresh} />
    </>
  )
}

type SetProps = { defaults: number[]; refresh: () => Promise<void> }

const others = (client: Client, { defaults }: SetProps) =>
  publicChannels(client).filter(({ id }) => !defaults.includes(id))

function NewSet(props: SetProps) {
  const client = useClient()
  const { ask, names } = client
  const [channels, setChannels] = createSignal<number[]>([])
  return (
    <Part title={folderWords.newSet}>
      <SettingsForm
        button={words.create}
        submit={async (fields, form) => {
          await ask('POST /default_stream_groups/create', {
            group_name: textOf(fields, 'name'),
            description: textOf(fields, 'description'),
            stream_names: channels().map(names.channel),
          })
          form.reset()
          setChannels([])
          await props.refresh()
        }}
      >
        <NameFields most={MAX_CHARACTERS} needsDescription />
        <Picker
          label={words.addChannel}
          chosen={chosen(client, channels())}
          all={others(client, props)}
          change={setChannels}
        />
      </SettingsForm>
    </Part>
  )
}

function ChannelSet(props: SetProps & { group: Group }) {
  const client = useClient()
  const { ask, names } = client
  const [isOpen, setOpen] = createSignal(false)
  const { id: group_id } = props.group
  const run = async (change: Promise<unknown>) => {
    await attempt(client, change)
    await props.refresh()
  }
  async function assign(ids: number[]) {
    const changes = difference(props.group.streams, ids)
    for (const [op, list] of [
      ['add', changes.add],
      ['remove', changes.delete],
    ] as const)
      if (list.length > 0) {
        const stream_names = list.map(names.channel)
        await run(ask('PATCH /default_stream_groups/:group_id/streams', { group_id, op, stream_names }))
      }
  }
  return (
    <li class="bot">
      <div class="grow">
        <b dir="auto">{props.group.name}</b>
        <p class="quiet" dir="auto">
          {props.group.description}
        </p>
        <Picker
          label={`${words.addChannel}: ${props.group.name}`}
          chosen={chosen(client, props.group.streams)}
          all={others(client, props)}
          change={(ids) => void assign(ids)}
        />
        <Show when={isOpen()}>
          <SettingsForm
            button={settingsWords.save}
            submit={async (fields) => {
              await ask('PATCH /default_stream_groups/:group_id', { group_id, ...changedTexts(fields, props.group) })
              await props.refresh()
            }}
          >
            <NameFields of={props.group} most={MAX_CHARACTERS} needsDescription />
          </SettingsForm>
        </Show>
      </div>
      <ChangeButton name={props.group.name} isOpen={isOpen()} setOpen={setOpen} />
      <button
        class="act"
        aria-label={settingsWords.removeItem(props.group.name)}
        onClick={() => void run(ask('DELETE /default_stream_groups/:group_id', { group_id }))}
      >
        {settingsWords.delete}
      </button>
    </li>
  )
}

/** The server refuses a name that the set has already. */
function changedTexts(fields: FormData, { name, description }: Group) {
  const next = { new_group_name: textOf(fields, 'name'), new_description: textOf(fields, 'description') }
  return {
    ...(next.new_group_name === name ? {} : { new_group_name: next.new_group_name }),
    ...(next.new_description === description ? {} : { new_description: next.new_description }),
  }
}
