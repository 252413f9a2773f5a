import { createMemo, For, Show } from 'solid-js'
import type { Client } from '../../client/client'
import { useClient } from '../../client/use-client'
import type { Channel, ParametersOf, Subscription } from '../../../client-state/wire'
import { Dialog } from '../../parts/dialog'
import { mayAdminister } from '../../store/may-act'
import { setChannelProperty } from '../../base/channel-actions'
import { channelWords as words } from '../../words/en-channels'
import { channelPermissionWords } from '../../words/en-permissions'
import { settingsWords } from '../../words/en-settings'
import type { SettingText } from '../../words/en-user-settings'
import { confirmed, ConfirmDialog } from '../confirm'
import { SettingControl } from '../control'
import { attempt } from '../fetched'
import { groupValueFrom, PermissionControl } from '../group-value'
import { Part } from '../parts'
import { Email } from './email'
import { Folders, RetentionForm } from './fields'
import { privacyFields, privacyOf, type Privacy } from './privacy'
import { Subscribers } from './subscribers'
import { afterWhatIf, WhatIfDialog } from '../what-if'
import { TopicList } from './topic-list'
import { topicsPolicyFrom } from './topics-policy'

/** The store changes its own objects in place, so a view that compares them would miss it. */
const copyOf = <Row extends object>(row: Row | undefined): Row | undefined => row && { ...row }

const titleOf = (channel: Channel | undefined): string =>
  channel === undefined ? words.settings : words.settingsOf(channel.name)

/** Everything about a channel that a user can change, and what it has. */
export function ChannelSettings(props: { stream_id: number; close: () => void }) {
  const { channelOf, store, watch } = useClient()
  const channel = createMemo(() => copyOf(channelOf(props.stream_id)))
  const own = createMemo(() => {
    watch('channels')
    return copyOf(store.state.subscriptions.get(props.stream_id))
  })
  return (
    <Dialog title={titleOf(channel())} size="wide" close={props.close}>
      <Show when={channel()} fallback={<p>{words.missing}</p>}>
        {(visible) => (
          <>
            <Show when={own()}>{(subscription) => <Personal subscription={subscription()} />}</Show>
            <General channel={visible()} />
            <Subscribers stream_id={props.stream_id} isSubscribed={own() !== undefined} />
            <Permissions channel={visible()} />
            <TopicList stream_id={props.stream_id} />
            <Email stream_id={props.stream_id} />
          </>
        )}
      </Show>
      <ConfirmDialog />
      <WhatIfDialog />
    </Dialog>
  )
}

function Personal(props: { subscription: Subscription }) {
  const client = useClient()
  const { ask } = client
  const { stream_id } = props.subscription
  const colour = createMemo(() => props.subscription.color)
  const set = (property: string, value: boolean | string) =>
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
          value={colour()}
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

type Changes = Omit<ParametersOf<'PATCH /streams/:stream_id'>, 'stream_id'>

/** Makes a change that may give or take access. An administrator first sees who gains or loses what. */
const changeAfterWhatIf = (client: Client, stream_id: number, changes: Changes) =>
  afterWhatIf(
    client,
    () => client.ask('POST /parley/what_if/streams/:stream_id', { stream_id, ...changes }),
    () => client.ask('PATCH /streams/:stream_id', { stream_id, ...changes }),
  )

function General(props: { channel: Channel }) {
  const client = useClient()
  const { ask, store } = client
  const change = (changes: Changes) =>
    ask('PATCH /streams/:stream_id', { stream_id: props.channel.stream_id, ...changes })
  const changeAccess = (changes: Changes) => changeAfterWhatIf(client, props.channel.stream_id, changes)
  const isLocked = () => !mayAdminister(store.state, props.channel)
  return (
    <Part title={words.channel} text={isLocked() ? settingsWords.onlyAdministrators : undefined}>
      <SettingControl
        line={{ kind: 'text', most: store.state.max_stream_name_length }}
        words={words.name}
        value={props.channel.name}
        isDisabled={isLocked()}
        save={(value) => change({ new_name: String(value) })}
      />
      <SettingControl
        line={{ kind: 'text', most: store.state.max_stream_description_length, isLong: true }}
        words={words.description}
        value={props.channel.description}
        isDisabled={isLocked()}
        save={(value) => change({ description: String(value) })}
      />
      <PrivacyControl channel={props.channel} isLocked={isLocked()} change={changeAccess} />
      <SettingControl
        line={{ kind: 'choice' }}
        words={words.topics}
        value={props.channel.topics_policy}
        isDisabled={isLocked()}
        save={(value) => change({ topics_policy: topicsPolicyFrom(value) })}
      />
      <Show when={store.state.is_admin && !isLocked()}>
        <SettingControl
          line={{ kind: 'flag' }}
          words={words.phones}
          value={props.channel.default_push_notifications}
          save={(value) => change({ default_push_notifications: value === true })}
        />
      </Show>
      <div class="fields">
        <Folders
          name="folder"
          value={props.channel.folder_id ?? null}
          isDisabled={isLocked()}
          change={(folder_id) => void attempt(client, change({ folder_id }))}
        />
      </div>
      <Show when={store.state.is_owner}>
        <RetentionForm
          value={props.channel.message_retention_days}
          save={(message_retention_days) => changeAccess({ message_retention_days })}
        />
      </Show>
      <Show when={!isLocked()}>
        <Archive channel={props.channel} />
      </Show>
    </Part>
  )
}

function PrivacyControl(props: {
  channel: Channel
  isLocked: boolean
  change: (changes: Changes) => Promise<unknown>
}) {
  const { store } = useClient()
  const options = () =>
    PRIVACIES.includes('webPublic') && !store.state.server_web_public_streams_enabled && !props.channel.is_web_public
      ? { ...words.privacy, options: withoutWebPublic }
      : words.privacy
  return (
    <SettingControl
      line={{ kind: 'choice' }}
      words={options()}
      value={privacyOf(props.channel)}
      isDisabled={props.isLocked}
      save={(value) => props.change(privacyFields(privacyFrom(value)))}
    />
  )
}

const { webPublic: _, ...withoutWebPublic } = words.privacy.options

const privacyFrom = (value: unknown): Privacy =>
  value === 'webPublic' || value === 'private' || value === 'protected' ? value : 'public'

function Archive(props: { channel: Channel }) {
  const client = useClient()
  const { ask } = client
  const { stream_id } = props.channel
  return (
    <Show
      when={!props.channel.is_archived}
      fallback={
        <button
          class="act"
          onClick={() => void attempt(client, ask('PATCH /streams/:stream_id', { stream_id, is_archived: false }))}
        >
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
            run: () => ask('DELETE /streams/:stream_id', { stream_id }),
          })
        }
      >
        {words.archive}
      </button>
    </Show>
  )
}

function Permissions(props: { channel: Channel }) {
  const client = useClient()
  const { store } = client
  const rules = store.state.server_supported_permission_settings.stream
  const texts: Record<string, SettingText> = channelPermissionWords
  return (
    <Part title={words.permissions}>
      <For each={Object.keys(texts)}>
        {(name) => (
          <PermissionControl
            rules={rules[name]!}
            words={texts[name]!}
            value={groupValueFrom(Reflect.get(props.channel, name))}
            isDisabled={!mayAdminister(store.state, props.channel)}
            save={(value) => changeAfterWhatIf(client, props.channel.stream_id, { [name]: { new: value } })}
          />
        )}
      </For>
    </Part>
  )
}
