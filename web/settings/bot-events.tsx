import { createSignal, For, Show } from 'solid-js'
import { useClient } from '../client/use-client'
import type { Json } from '../../client-state/reducer'
import { agoText } from '../parts/time'
import { integrationWords as words } from '../words/en-integrations'
import { settingsWords } from '../words/en-settings'
import { attempt, fetched } from './fetched'
import { NewSecret } from './new-secret'
import { SettingsForm, textOf } from './parts'
import { Secret } from './secret'

const EVENTS = Object.entries(words.eventNames)

/** The addresses that receive the events that a bot sees. */
export function BotEvents(props: { bot_id: number }) {
  const client = useClient()
  const { ask } = client
  const path = `/parley/bots/${props.bot_id}/event_subscriptions`
  const { value, refresh } = fetched(
    client,
    async (): Promise<Json[]> => (await ask(`GET ${path}`)).event_subscriptions,
  )
  const [secret, setSecret] = createSignal('')
  async function create(fields: FormData, form: HTMLFormElement) {
    const answer = await ask(`POST ${path}`, {
      url: textOf(fields, 'url'),
      events: EVENTS.map(([name]) => name).filter((name) => fields.has(name)),
      all_public_streams: fields.has('public'),
    })
    setSecret(answer.secret)
    form.reset()
    await refresh()
  }
  return (
    <>
      <h4>{words.events}</h4>
      <p class="quiet">{words.eventsText}</p>
      <ul class="items">
        <For each={value() ?? []}>
          {(subscription) => (
            <Subscription path={`${path}/${subscription.id}`} subscription={subscription} refresh={refresh} />
          )}
        </For>
      </ul>
      <Show when={value()?.length === 0}>
        <p class="quiet">{words.noSubscriptions}</p>
      </Show>
      <Show when={secret()}>{(text) => <Secret text={text()} name={words.secret} />}</Show>
      <SettingsForm button={words.newSubscription} submit={create}>
        <label>
          {words.url}
          <input name="url" type="url" required maxlength="2000" />
        </label>
        <For each={EVENTS}>
          {([name, title]) => (
            <label class="choice">
              <input type="checkbox" name={name} checked={name === 'message'} /> {title}
            </label>
          )}
        </For>
        <label class="choice">
          <input type="checkbox" name="public" /> {words.allPublic}
        </label>
      </SettingsForm>
    </>
  )
}

function Subscription(props: { path: string; subscription: Json; refresh: () => Promise<void> }) {
  const client = useClient()
  const { ask } = client
  const run = async (call: string, params: Record<string, unknown> = {}) => {
    if (await attempt(client, ask(call, params))) await props.refresh()
  }
  return (
    <li class="person-row">
      <div class="grow">
        <b>{props.subscription.url}</b>
        <p class="quiet">
          {props.subscription.events.map((name: string) => words.eventNames[name] ?? name).join(', ')}
        </p>
        <details>
          <summary>{words.deliveries}</summary>
          <EventDeliveries path={props.path} />
        </details>
      </div>
      <label class="choice">
        <input
          type="checkbox"
          class="switch"
          aria-label={`${words.enabled}: ${props.subscription.url}`}
          checked={props.subscription.is_enabled}
          onChange={({ currentTarget }) => void run(`PATCH ${props.path}`, { is_enabled: currentTarget.checked })}
        />
        {words.enabled}
      </label>
      <NewSecret path={props.path} name={props.subscription.url} />
      <button
        class="act"
        aria-label={settingsWords.removeItem(props.subscription.url)}
        onClick={() => void run(`DELETE ${props.path}`)}
      >
        {settingsWords.remove}
      </button>
    </li>
  )
}

function EventDeliveries(props: { path: string }) {
  const client = useClient()
  const { ask } = client
  const { value, refresh } = fetched(
    client,
    async (): Promise<Json[]> => (await ask(`GET ${props.path}/deliveries`)).deliveries,
  )
  async function resend(id: number) {
    if (await attempt(client, ask(`POST ${props.path}/deliveries/${id}/resend`))) await refresh()
  }
  return (
    <>
      <ul class="items">
        <For each={value() ?? []}>
          {(delivery) => (
            <li>
              <span class="grow">
                {delivery.type} · {words.outcomes[delivery.outcome] ?? delivery.outcome} · {agoText(delivery.timestamp)}
                <Show when={delivery.error}>
                  <span class="fail"> {delivery.error}</span>
                </Show>
              </span>
              <button class="act" onClick={() => void resend(delivery.id)}>
                {words.resend}
              </button>
            </li>
          )}
        </For>
      </ul>
      <Show when={value()?.length === 0}>
        <p class="quiet">{words.noDeliveries}</p>
      </Show>
    </>
  )
}
