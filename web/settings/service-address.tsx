import { createMemo, createSignal, For, Show } from 'solid-js'
import type { Client } from '../client/client'
import { useClient } from '../client/use-client'
import type { User } from '../../client-state/wire'
import { allChannels } from '../store/all-channels'
import { botWords } from '../words/en-bots'
import { integrationWords } from '../words/en-integrations'
import { serviceWords as words } from '../words/en-services'
import { settingsWords } from '../words/en-settings'
import { copyText } from './copy-text'
import { Deliveries } from './deliveries'
import { isPermitted } from './organization/own-permissions'
import { Part } from './parts'
import { addressOf, type Options } from './service-url'
import { TextField } from './form-fields'

export type Service = {
  name: string
  display_name: string
  category: string
  setup: string
  template?: string
  events: string[] | null
  options: { key: string; label: string; input_type: string }[]
}

const INCOMING = 2

type Props = { service: Service; leave: () => void; fail: (error: unknown) => void }

type ChosenBot = ReturnType<typeof createChosenBot>

/** The bot that writes the messages, and its key, which the address contains. */
function createChosenBot({ ask }: Client) {
  const [bot_id, setBot] = createSignal<number>()
  const [key, setKey] = createSignal('')
  async function choose(id: number) {
    setKey('')
    setBot(id)
    const { api_key } = await ask('GET /bots/:bot_id/api_key', { bot_id: id })
    if (bot_id() === id) setKey(api_key)
  }
  async function create({ name, display_name }: Service) {
    const short_name = `${name}-${Date.now().toString(36)}`
    const bot = await ask('POST /bots', { full_name: display_name, short_name, bot_type: INCOMING })
    setBot(bot.user_id)
    setKey(bot.api_key)
  }
  return { id: bot_id, key, choose, create }
}

/** The address of a service: who writes the messages, where, and about what. */
export function ServiceAddress(props: Props) {
  const client = useClient()
  const bot = createChosenBot(client)
  const [options, setOptions] = createSignal<Options>({})
  const [events, setEvents] = createSignal<string[]>([])
  const address = () => addressOf(location.origin, props.service.name, { api_key: bot.key(), ...options() }, events())
  const set = (name: string, value: string) => setOptions((before) => ({ ...before, [name]: value }))

  return (
    <div class="service">
      <button class="act" onClick={() => props.leave()}>
        {words.all}
      </button>
      <Part title={props.service.display_name}>
        <div class="fields">
          <ChosenBotField service={props.service} bot={bot} fail={props.fail} />
          <PlaceFields set={set} />
          <For each={props.service.options}>{(option) => <OptionField option={option} set={set} />}</For>
          <Show when={props.service.events}>
            {(names) => <EventFields names={names()} chosen={events()} set={setEvents} />}
          </Show>
        </div>
      </Part>
      <AddressToEnter service={props.service} address={bot.key() && address()} />
      <Show when={bot.id()} keyed>
        {(id) => <Deliveries bot_id={id} />}
      </Show>
    </div>
  )
}

/** Which bot writes the messages. A new one can be created for the service. */
function ChosenBotField(props: { service: Service; bot: ChosenBot; fail: (error: unknown) => void }) {
  const client = useClient()
  const { store, userOf, watch } = client
  const bots = createMemo((): User[] => {
    watch('people')
    return store.state.realm_users.filter(
      ({ bot_owner_id, bot_type }) => bot_owner_id === store.state.user_id && (bot_type === INCOMING || bot_type === 1),
    )
  })
  const mayCreate = () =>
    isPermitted(client, 'can_create_bots_group') || isPermitted(client, 'can_create_write_only_bots_group')

  return (
    <>
      <label>
        {words.bot}
        <select
          value={props.bot.id() ?? ''}
          onChange={({ currentTarget }) => void props.bot.choose(Number(currentTarget.value)).catch(props.fail)}
        >
          <option value="" disabled>
            {words.chooseBot}
          </option>
          <For each={bots()}>
            {({ user_id }) => (
              <option value={user_id} selected={user_id === props.bot.id()}>
                {userOf(user_id)?.full_name}
              </option>
            )}
          </For>
        </select>
      </label>
      <Show when={mayCreate()} fallback={<p class="quiet">{botWords.cannotCreate}</p>}>
        <p>
          <button class="act" onClick={() => void props.bot.create(props.service).catch(props.fail)}>
            {words.newBot(props.service.display_name)}
          </button>
        </p>
      </Show>
    </>
  )
}

/** Where the messages go. */
function PlaceFields(props: { set: (name: string, value: string) => void }) {
  const { store } = useClient()
  return (
    <>
      <label>
        {integrationWords.channel}
        <select onChange={({ currentTarget }) => props.set('stream', currentTarget.value)}>
          <option value="">{integrationWords.toOwner}</option>
          <For each={allChannels(store.state)}>
            {({ stream_id, name }) => <option value={stream_id}># {name}</option>}
          </For>
        </select>
      </label>
      <TextField label={integrationWords.topic} most={60} isOptional typed={(text) => props.set('topic', text)} />
    </>
  )
}

/** An option of the service. Its name is that of the integration. */
function OptionField(props: { option: Service['options'][number]; set: (name: string, value: string) => void }) {
  const { key: name, label, input_type } = props.option
  return (
    <Show
      when={input_type === 'check_bool'}
      fallback={
        <label>
          <span lang="en" dir="ltr">
            {label}
          </span>
          <input
            name={name}
            maxlength="200"
            autocomplete="off"
            onInput={({ currentTarget }) => props.set(name, currentTarget.value)}
          />
        </label>
      }
    >
      <label class="choice">
        <input type="checkbox" onChange={({ currentTarget }) => props.set(name, currentTarget.checked ? 'true' : '')} />
        <span lang="en" dir="ltr">
          {label}
        </span>
      </label>
    </Show>
  )
}

/** The events that the service reports. Without a choice, it reports all. */
function EventFields(props: { names: string[]; chosen: string[]; set: (chosen: string[]) => void }) {
  const toggle = (event: string) =>
    props.set(props.chosen.includes(event) ? props.chosen.filter((each) => each !== event) : [...props.chosen, event])

  return (
    <details>
      <summary>{words.onlyEvents}</summary>
      <div class="service-events">
        <For each={props.names}>
          {(event) => (
            <label class="choice">
              <input type="checkbox" checked={props.chosen.includes(event)} onChange={() => toggle(event)} />
              <code>{event}</code>
            </label>
          )}
        </For>
      </div>
    </details>
  )
}

/** The address, and what to do with it in the service. */
function AddressToEnter(props: { service: Service; address: string | undefined }) {
  const client = useClient()
  return (
    <Part title={words.enter(props.service.display_name)} text={words.addressText}>
      <Show when={props.address} fallback={<p class="quiet">{words.noBot}</p>}>
        {(text) => (
          <>
            <code class="secret" dir="ltr">
              {text()}
            </code>
            <p>
              <button class="act" onClick={() => void copyText(client, text())}>
                {settingsWords.copy}
              </button>
            </p>
          </>
        )}
      </Show>
      <p lang="en" dir="ltr">
        {props.service.setup}
      </p>
      <Show when={props.service.template}>
        {(template) => (
          <>
            <p class="quiet">{words.template}</p>
            <pre tabindex="0" dir="ltr">
              {template()}
            </pre>
            <button class="act" onClick={() => void copyText(client, template())}>
              {settingsWords.copy}
            </button>
          </>
        )}
      </Show>
    </Part>
  )
}
