import { createMemo, createSignal, For, Show } from 'solid-js'
import { useClient } from '../client/use-client'
import { channelsInOrder } from '../store/conversations'
import { settingsWords as words } from '../words/en-settings'
import { userSettingWords } from '../words/en-user-settings'
import { Part, SettingLines } from './parts'
import { PushBrowser } from './push-browser'
import { PushPhones } from './push-phones'
import { saveUserSetting, userSettings } from './preferences'
import { NOTIFICATION_WAYS } from './setting-names'
import { NOTIFICATION_KINDS, NOTIFICATIONS } from './user-settings'

const KINDS = Object.entries(NOTIFICATION_KINDS)
const SECTIONS = Object.entries(NOTIFICATIONS)

/** What notifies the user, by kind of message and by way; and what single channels do differently. */
export function Notifications() {
  const client = useClient()
  return (
    <>
      <PushBrowser />
      <PushPhones />
      <Part title={words.notifyAbout}>
        <div class="table-frame">
          <table class="notify">
            <thead>
              <tr>
                <td />
                <For each={words.ways}>{(way) => <th scope="col">{way}</th>}</For>
              </tr>
            </thead>
            <tbody>
              <For each={KINDS}>{([kind, names]) => <KindRow name={words.kinds[kind] ?? kind} settings={names} />}</For>
            </tbody>
          </table>
        </div>
      </Part>
      <Part title={words.channelsDifferent} text={words.channelsDifferentText}>
        <ChannelTable />
      </Part>
      <For each={SECTIONS}>
        {([section, lines]) => (
          <Part title={words.notifications[section] ?? section}>
            <SettingLines
              lines={lines}
              words={userSettingWords}
              values={() => userSettings(client)}
              save={(name, value) => saveUserSetting(client, name, value)}
            />
          </Part>
        )}
      </For>
    </>
  )
}

function KindRow(props: { name: string; settings: readonly string[] }) {
  const client = useClient()
  const { report } = client
  return (
    <tr>
      <th scope="row">{props.name}</th>
      <For each={props.settings}>
        {(name, at) => (
          <td>
            <input
              type="checkbox"
              class="switch"
              aria-label={`${props.name}: ${words.ways[at()]}`}
              checked={userSettings(client)[name] === true}
              onChange={({ currentTarget }) => void saveUserSetting(client, name, currentTarget.checked).catch(report)}
            />
          </td>
        )}
      </For>
    </tr>
  )
}

type Channel = { stream_id: number; name: string } & Record<(typeof NOTIFICATION_WAYS)[number], boolean | null>

/** The channels with a choice of their own, and a field that adds one. */
function ChannelTable() {
  const { store, watch } = useClient()
  const [added, setAdded] = createSignal<number[]>([])
  const all = createMemo((): Channel[] => {
    watch('channels')
    return channelsInOrder(store.state).map((channel) => ({ ...channel }))
  })
  const isDifferent = (channel: Channel) =>
    NOTIFICATION_WAYS.some((property) => typeof channel[property] === 'boolean') || added().includes(channel.stream_id)
  return (
    <>
      <Show when={all().some(isDifferent)}>
        <div class="table-frame">
          <table class="notify">
            <thead>
              <tr>
                <td />
                <For each={words.ways}>{(way) => <th scope="col">{way}</th>}</For>
              </tr>
            </thead>
            <tbody>
              <For
                each={all()
                  .filter(isDifferent)
                  .map(({ stream_id }) => stream_id)}
              >
                {(id) => (
                  <Show when={all().find(({ stream_id }) => stream_id === id)}>
                    {(channel) => <ChannelRow channel={channel()} />}
                  </Show>
                )}
              </For>
            </tbody>
          </table>
        </div>
      </Show>
      <select
        class="filter"
        aria-label={words.addChannel}
        onChange={({ currentTarget }) => {
          if (currentTarget.value !== '') setAdded([...added(), Number(currentTarget.value)])
          currentTarget.value = ''
        }}
      >
        <option value="">{words.addChannel}</option>
        <For each={all().filter((channel) => !isDifferent(channel))}>
          {({ stream_id, name }) => <option value={stream_id}># {name}</option>}
        </For>
      </select>
    </>
  )
}

function ChannelRow(props: { channel: Channel }) {
  const { ask, report } = useClient()
  const change = (property: string, value: string) =>
    ask('POST /users/me/subscriptions/properties', {
      subscription_data: [{ stream_id: props.channel.stream_id, property, value: value === 'on' }],
    }).catch(report)
  return (
    <tr>
      <th scope="row" dir="auto">
        # {props.channel.name}
      </th>
      <For each={NOTIFICATION_WAYS}>
        {(property, at) => (
          <td>
            <select
              aria-label={`# ${props.channel.name}: ${words.ways[at()]}`}
              onChange={({ currentTarget }) => void change(property, currentTarget.value)}
            >
              <Show when={props.channel[property] === null}>
                <option value="">{words.asAll}</option>
              </Show>
              <option value="on" selected={props.channel[property] === true}>
                {words.on}
              </option>
              <option value="off" selected={props.channel[property] === false}>
                {words.off}
              </option>
            </select>
          </td>
        )}
      </For>
    </tr>
  )
}
