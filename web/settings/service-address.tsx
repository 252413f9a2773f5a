import { createMemo, createSignal, For, Show } from 'solid-js'
import { useClient } from '../client/use-client'
import type { Bot } from '../../client-state/wire'
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

export type Service = {
  name: string
  display_name: string
  category: string
  setup: string
  template?: string
  events: string[] | null
  options: { key: string; label: string; validator: string }[]
}

const INCOMING = 2

type Props = { service: Service; leave: () => void; fail: (error: unknown) => void }

/** The address of a service: who writes the messages, where, and about what. */
export function ServiceAddress(props: Props) {
  const client = useClient()
  const { ask, store, userOf, watch } = client
  const [bot_id, setBot] = createSignal<number>()
  const [key, setKey] = createSignal('')
  const [options, setOptions] = createSignal<Options>({})
  const [events, setEvents] = createSignal<string[]>([])
  const bots = createMemo((): Bot[] => {
    watch('people')
    return store.state.realm_bots.filter(
      ({ owner_id, is_active, bot_type }) =>
        owner_id === store.state.user_id && is_active && (bot_type === INCOMING || bot_type === 1),
    )
  })
  const mayCreate = () =>
    isPermitted(client, 'can_create_bots_group') || isPermitted(client, 'can_create_write_only_bots_group')
  const address = () => addressOf(location.origin, props.service.name, { api_key: key(), ...options() }, events())
  const set = (name: string, value: string) => setOptions((before) => ({ ...before, [name]: value }))

  async function choose(id: number) {
    setKey('')
    setBot(id)
    const { api_key } = await ask('GET /bots/:bot_id/api_key', { bot_id: id })
    if (bot_id() === id) setKey(api_key)
  }
  async function create() {
    const { name, display_name } = props.service
    const short_name = `${name}-${Date.now().toString(36)}`
    const bot = await ask('POST /bots', { full_name: display_name, short_name, bot_type: INCOMING })
    setBot(bot.user_id)
    setKey(bot.api_key)
  }
  const toggle = (event: string) =>
    setEvents((before) => (before.includes(event) ? before.filter((each) => each !== event) : [...before, event]))

  return (
    <div class="service">
      <button class="act" onClick={() => props.leave()}>
        {words.all}
      </button>
      <Part title={props.service.display_name}>
        <div class="fields">
          <label>
            {words.bot}
            <select
              value={bot_id() ?? ''}
              onChange={({ currentTarget }) => void choose(Number(currentTarget.value)).catch(props.fail)}
            >
              <option value="" disabled>
                {words.chooseBot}
              </option>
              <For each={bots()}>
                {({ user_id }) => (
                  <option value={user_id} selected={user_id === bot_id()}>
                    {userOf(user_id)?.full_name}
                  </option>
                )}
              </For>
            </select>
          </label>
          <Show when={mayCreate()} fallback={<p class="quiet">{botWords.cannotCreate}</p>}>
            <p>
              <button class="act" onClick={() => void create().catch(props.fail)}>
                {words.newBot(props.service.display_name)}
              </button>
            </p>
          </Show>
          <label>
            {integrationWords.channel}
            <select onChange={({ currentTarget }) => set('stream', currentTarget.value)}>
              <option value="">{integrationWords.toOwner}</option>
              <For each={allChannels(store.state)}>
                {({ stream_id, name }) => <option value={stream_id}># {name}</option>}
              </For>
            </select>
          </label>
          <label>
            {integrationWords.topic}
            <input
              maxlength="60"
              dir="auto"
              autocomplete="off"
              onInput={({ currentTarget }) => set('topic', currentTarget.value)}
            />
          </label>
          <For each={props.service.options}>
            {({ key: name, label, validator }) => (
              <Show
                when={validator === 'check_bool'}
                fallback={
                  <label>
                    <span lang="en" dir="ltr">
                      {label}
                    </span>
                    <input
                      name={name}
                      maxlength="200"
                      autocomplete="off"
                      onInput={({ currentTarget }) => set(name, currentTarget.value)}
                    />
                  </label>
                }
              >
                <label class="choice">
                  <input
                    type="checkbox"
                    onChange={({ currentTarget }) => set(name, currentTarget.checked ? 'true' : '')}
                  />
                  <span lang="en" dir="ltr">
                    {label}
                  </span>
                </label>
              </Show>
            )}
          </For>
          <Show when={props.service.events}>
            {(names) => (
              <details>
                <summary>{words.onlyEvents}</summary>
                <div class="service-events">
                  <For each={names()}>
                    {(event) => (
                      <label class="choice">
                        <input type="checkbox" checked={events().includes(event)} onChange={() => toggle(event)} />
                        <code>{event}</code>
                      </label>
                    )}
                  </For>
                </div>
              </details>
            )}
          </Show>
        </div>
      </Part>
      <Part title={words.enter(props.service.display_name)} text={words.addressText}>
        <Show when={key()} fallback={<p class="quiet">{words.noBot}</p>}>
          <code class="secret" dir="ltr">
            {address()}
          </code>
          <p>
            <button class="act" onClick={() => void copyText(client, address())}>
              {settingsWords.copy}
            </button>
          </p>
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
      <Show when={bot_id()} keyed>
        {(id) => <Deliveries bot_id={id} />}
      </Show>
    </div>
  )
}
