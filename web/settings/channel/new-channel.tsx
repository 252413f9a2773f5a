import { createSignal, For, Show } from 'solid-js'
import { useClient } from '../../client/use-client'
import { Dialog } from '../../parts/dialog'
import { PeoplePicker } from '../../parts/people-picker'
import { channelWords as words } from '../../words/en-channels'
import { channelPermissionWords } from '../../words/en-permissions'
import type { SettingText } from '../../words/en-user-settings'
import { PermissionControl, type GroupValue } from '../group-value'
import { SettingsForm, textOf } from '../parts'
import { Folders, Retention, retentionIn } from './fields'
import { privacyFields, type Privacy } from './privacy'
import { topicsPolicyFrom } from './topics-policy'
import { CheckField, ChoiceField } from '../form-fields'

type Values = Record<string, GroupValue>

/** Creates a channel, with its folder, privacy, permissions, retention and first subscribers. */
export function NewChannel(props: { close: () => void }) {
  const { ask, go, names, store } = useClient()
  const [subscribers, setSubscribers] = createSignal<number[]>([])
  const [permissions, setPermissions] = createSignal<Values>({})

  async function create(fields: FormData) {
    const { is_private, ...privacy } = privacyFields(privacyIn(textOf(fields, 'privacy')))
    const folder = textOf(fields, 'folder')
    const { id } = await ask('POST /channels/create', {
      name: textOf(fields, 'name'),
      description: textOf(fields, 'description'),
      subscribers: [...new Set([store.state.user_id, ...subscribers()])],
      invite_only: is_private,
      ...privacy,
      topics_policy: topicsPolicyFrom(textOf(fields, 'topics')),
      message_retention_days: retentionIn(fields),
      ...(folder === '' ? {} : { folder_id: Number(folder) }),
      announce: fields.has('announce'),
      ...permissions(),
    })
    props.close()
    // Closing may go back in the history of the browser, which must not replace the new view.
    setTimeout(() => go({ view: 'channel', stream_id: id }))
  }

  return (
    <Dialog title={words.newChannel} size="wide" close={props.close}>
      <Show when={store.state.can_create_streams} fallback={<p>{words.cannotCreate}</p>}>
        <SettingsForm button={words.create} submit={create}>
          <NameFields />
          <Folders name="folder" value={null} />
          <PeoplePicker label={words.addPeople} chosen={subscribers()} change={setSubscribers} nameOf={names.user} />
          <Permissions
            chosen={permissions()}
            choose={(name, value) => setPermissions({ ...permissions(), [name]: value })}
          />
          <ChoiceField label={words.topics.name} name="topics" options={words.topics.options} />
          <Retention value={null} />
          <CheckField label={words.announce} name="announce" />
        </SettingsForm>
      </Show>
    </Dialog>
  )
}

function NameFields() {
  const { store } = useClient()
  const privacies = () => {
    const { webPublic: _, ...others } = words.privacy.options
    return store.state.server_web_public_streams_enabled ? words.privacy.options : others
  }
  return (
    <>
      <label>
        {words.name.name}
        <input
          name="name"
          required
          maxlength={store.state.max_stream_name_length}
          dir="auto"
          autocomplete="off"
          autofocus
        />
      </label>
      <label>
        {words.description.name}
        <textarea name="description" rows="2" dir="auto" maxlength={store.state.max_stream_description_length} />
      </label>
      <ChoiceField label={words.privacy.name} name="privacy" options={privacies()} value="public" />
    </>
  )
}

function Permissions(props: { chosen: Values; choose: (name: string, value: GroupValue) => void }) {
  const { store } = useClient()
  const rules = store.state.server_supported_permission_settings.stream
  const texts: Record<string, SettingText> = channelPermissionWords
  /** Returns the value that the server would choose. */
  function usual(name: string): GroupValue {
    const { default_group_name } = rules[name]!
    const group = [...store.state.realm_user_groups].find((row) => row.name === default_group_name)
    return group?.id ?? { direct_members: [store.state.user_id], direct_subgroups: [] }
  }

  return (
    <details>
      <summary>{words.permissions}</summary>
      <For each={Object.keys(texts)}>
        {(name) => (
          <PermissionControl
            rules={rules[name]!}
            words={texts[name]!}
            value={props.chosen[name] ?? usual(name)}
            save={(value) => Promise.resolve(props.choose(name, value))}
          />
        )}
      </For>
    </details>
  )
}

const privacyIn = (value: string): Privacy =>
  value === 'webPublic' || value === 'private' || value === 'protected' ? value : 'public'
