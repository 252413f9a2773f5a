import { createMemo, For, Show } from 'solid-js'
import { useClient } from '../../client/use-client'
import type { Json } from '../../../client-state/reducer'
import { Dialog } from '../../parts/dialog'
import { mayAdminister } from '../../store/may-act'
import { setChannelProperty } from '../../base/channel-actions'
import { words as general } from '../../words/en'
import { channelWords as words } from '../../words/en-channels'
import { channelPermissionWords } from '../../words/en-permissions'
import { settingsWords } from '../../words/en-settings'
import type { SettingText } from '../../words/en-user-settings'
import { confirmed, ConfirmDialog } from '../confirm'
import { SettingControl } from '../control'
import { attempt } from '../fetched'
import { PermissionControl, type PermissionRules } from '../group-value'
import { Part, SettingsForm } from '../parts'
import { Email } from './email'
import { Folders, Retention, retentionIn } from './fields'
import { privacyFields, privacyOf, type Privacy } from './privacy'
import { Subscribers } from './subscribers'
import { TopicList } from './topic-list'

/** The store changes its own objects in place, so a view that compares them would miss it. */
const copyOf = (row: Json): Json => row && { ...row }

/** Everything about a channel that a user can change, and what it has. */
export function ChannelSettings(props: { stream_id: number; close: () => void }) {
  const { channelOf, store, watch } = useClient()
  const channel = createMemo((): Json => copyOf(channelOf(props.stream_id)))
  const own = createMemo((): Json => {
    watch('channels')
    return copyOf(store.state.subscriptions.get(props.stream_id))
  })
  return (
    <Dialog title={channel() ? words.settingsOf(channel().name) : words.settings} size="wide" close={props.close}>
      <Show when={channel()} fallback={<p>{words.missing}</p>}>
        <Show when={own()}>{(subscription) => <Personal subscription={subscription()} />}</Show>
        <General channel={channel()} />
        <Subscribers stream_id={props.stream_id} isSubscribed={own() !== undefined} />
        <Permissions channel={channel()} />
        <TopicList stream_id={props.stream_id} />
        <Email stream_id={props.stream_id} />
      </Show>
      <ConfirmDialog />
    </Dialog>
  )
}

function Personal(props: { subscription: Json }) {
  const client = useClient()
  const { ask } = client
  const { stream_id } = props.subscription
  const set = (property: string, value: unknown) =>
    ask('POST /users/me/subscriptions/properties', { subscription_data: [{ stream_id, property, value }] })
  return (
    <Part title={words.yours}>
      <div class="setting">
        <div class="setting-text">
          <label for="channel-colour">{words.colour.name}</label>
          <p class="quiet">{words.colour.text}</p>
        </div>
        <input
          id="channel-colour"
          type="color"
          value={props.subscription.color}
          onChange={({ currentTarget }) => void attempt(client, set('color', currentTarget.value))}
        />
      </div>
      <SettingControl
        line={{ kind: 'flag' }}
        words={words.pin}
        value={props.subscription.pin_to_top}
        save={(value) => Promise.resolve(setChannelProperty(client, stream_id, 'pin_to_top', value === true))}
      />
      <SettingControl
        line={{ kind: 'flag' }}
        words={words.mute}
        value={props.subscription.is_muted}
        save={(value) => Promise.resolve(setChannelProperty(client, stream_id, 'is_muted', value === true))}
      />
      <p class="quiet">
        {words.notify.text} <a href="#settings/notifications">{words.notifyLink}</a>
      </p>
    </Part>
  )
}

const PRIVACIES = Object.keys(words.privacy.options)

function General(props: { channel: Json }) {
  const client = useClient()
  const { ask, store } = client
  const call = `PATCH /streams/${props.channel.stream_id}`
  const change = (changes: Record<string, unknown>) => ask(call, changes)
  const isLocked = () => !mayAdminister(store.state, props.channel)
  const options = () =>
    PRIVACIES.includes('webPublic') && !store.state.server_web_public_streams_enabled && !props.channel.is_web_public
      ? { ...words.privacy, options: withoutWebPublic }
      : words.privacy
  return (
    <Part title={words.channel} text={isLocked() ? settingsWords.onlyAdministrators : undefined}>
      <SettingControl
        line={{ kind: 'text', most: store.state.max_stream_name_length }}
        words={words.name}
        value={props.channel.name}
        isDisabled={isLocked()}
        save={(value) => change({ new_name: value })}
      />
      <SettingControl
        line={{ kind: 'text', most: store.state.max_stream_description_length, isLong: true }}
        words={words.description}
        value={props.channel.description}
        isDisabled={isLocked()}
        save={(value) => change({ description: value })}
      />
      <SettingControl
        line={{ kind: 'choice' }}
        words={options()}
        value={privacyOf(props.channel)}
        isDisabled={isLocked()}
        save={(value) => change(privacyFields(privacyFrom(value)))}
      />
      <SettingControl
        line={{ kind: 'choice' }}
        words={words.topics}
        value={props.channel.topics_policy}
        isDisabled={isLocked()}
        save={(value) => change({ topics_policy: value })}
      />
      <div class="fields">
        <Folders
          name="folder"
          value={props.channel.folder_id ?? null}
          isDisabled={isLocked()}
          change={(folder_id) => void attempt(client, change({ folder_id }))}
        />
      </div>
      <Show when={store.state.is_owner}>
        <SettingsForm
          button={general.save}
          submit={(fields) => change({ message_retention_days: retentionIn(fields) })}
        >
          <Retention value={props.channel.message_retention_days} />
        </SettingsForm>
      </Show>
      <Show when={!isLocked()}>
        <Archive channel={props.channel} />
      </Show>
    </Part>
  )
}

const { webPublic: _, ...withoutWebPublic } = words.privacy.options

const privacyFrom = (value: unknown): Privacy =>
  value === 'webPublic' || value === 'private' || value === 'protected' ? value : 'public'

function Archive(props: { channel: Json }) {
  const client = useClient()
  const { ask } = client
  const call = `/streams/${props.channel.stream_id}`
  return (
    <Show
      when={!props.channel.is_archived}
      fallback={
        <button class="act" onClick={() => void attempt(client, ask(`PATCH ${call}`, { is_archived: false }))}>
          {words.unarchive}
        </button>
      }
    >
      <button
        class="act danger"
        onClick={() =>
          confirmed(client, {
            title: `${words.archive}: # ${props.channel.name}`,
            text: words.archiveText,
            button: words.archive,
            run: () => ask(`DELETE ${call}`),
          })
        }
      >
        {words.archive}
      </button>
    </Show>
  )
}

function Permissions(props: { channel: Json }) {
  const { ask, store } = useClient()
  const rules: Record<string, PermissionRules> = store.state.server_supported_permission_settings.stream
  const texts: Record<string, SettingText> = channelPermissionWords
  return (
    <Part title={words.permissions}>
      <For each={Object.keys(texts)}>
        {(name) => (
          <PermissionControl
            rules={rules[name]!}
            words={texts[name]!}
            value={props.channel[name]}
            isDisabled={!mayAdminister(store.state, props.channel)}
            save={(value) => ask(`PATCH /streams/${props.channel.stream_id}`, { [name]: { new: value } })}
          />
        )}
      </For>
    </Part>
  )
}
