import { createSignal, For, Show } from 'solid-js'
import { useClient } from '../client/use-client'
import type { EventSubscription, ParametersOf } from '../../client-state/wire'
import { agoText } from '../parts/time'
import { integrationWords as words } from '../words/en-integrations'
import { attempt, fetched } from './fetched'
import { NewSecret } from './new-secret'
import { Items, RemoveButton, SettingsForm, textOf } from './parts'
import { Secret } from './secret'
import { CheckField, TextField } from './form-fields'

type EventName = EventSubscription['events'][number]

const EVENTS: [EventName, string][] = (['message', 'reaction', 'membership', 'topic_resolved'] as const).map((name) => [
  name,
  words.eventNames[name] ?? name,
])

/** The addresses that receive the events that a bot sees. */
export function BotEvents(props: { bot_id: number }) {
  const client = useClient()
  const { ask } = client
  const { bot_id } = props
  const { value, refresh } = fetched(
    client,
    async () => (await ask('GET /parley/bots/:bot_id/event_subscriptions', { bot_id })).event_subscriptions,
  )
  const [secret, setSecret] = createSignal('')
  async function create(fields: FormData, form: HTMLFormElement) {
    const answer = await ask('POST /parley/bots/:bot_id/event_subscriptions', {
      bot_id,
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
      <Items of={value()} none={words.noSubscriptions}>
        {(subscription) => <Subscription bot_id={bot_id} subscription={subscription} refresh={refresh} />}
      </Items>
      <Show when={secret()}>{(text) => <Secret text={text()} name={words.secret} />}</Show>
      <SettingsForm button={words.newSubscription} submit={create}>
        <TextField label={words.url} name="url" type="url" most={2000} />
        <For each={EVENTS}>
          {([name, title]) => <CheckField label={title} name={name} isChecked={name === 'message'} />}
        </For>
        <CheckField label={words.allPublic} name="public" />
      </SettingsForm>
    </>
  )
}

type Place = ParametersOf<'GET /parley/bots/:bot_id/event_subscriptions/:subscription_id/deliveries'>

function Subscription(props: { bot_id: number; subscription: EventSubscription; refresh: () => Promise<void> }) {
  const client = useClient()
  const { ask } = client
  const place = () => ({ bot_id: props.bot_id, subscription_id: props.subscription.id })
  const run = async (change: Promise<unknown>) => {
    if (await attempt(client, change)) await props.refresh()
  }
  const enable = (is_enabled: boolean) =>
    ask('PATCH /parley/bots/:bot_id/event_subscriptions/:subscription_id', { ...place(), is_enabled })
  return (
    <li class="person-row">
      <div class="grow">
        <b>{props.subscription.url}</b>
        <p class="quiet">{props.subscription.events.map((name) => words.eventNames[name] ?? name).join(', ')}</p>
        <details>
          <summary>{words.deliveries}</summary>
          <EventDeliveries place={place()} />
        </details>
      </div>
      <label class="choice">
        <input
          type="checkbox"
          class="switch"
          aria-label={`${words.enabled}: ${props.subscription.url}`}
          checked={props.subscription.is_enabled}
          onChange={({ currentTarget }) => void run(enable(currentTarget.checked))}
        />
        {words.enabled}
      </label>
      <NewSecret
        name={props.subscription.url}
        replace={(has_leaked) =>
          ask('POST /parley/bots/:bot_id/event_subscriptions/:subscription_id/secret', { ...place(), has_leaked })
        }
      />
      <RemoveButton
        name={props.subscription.url}
        remove={() => run(ask('DELETE /parley/bots/:bot_id/event_subscriptions/:subscription_id', place()))}
      />
    </li>
  )
}

function EventDeliveries(props: { place: Place }) {
  const path = '/parley/bots/:bot_id/event_subscriptions/:subscription_id/deliveries'
  const client = useClient()
  const { ask } = client
  const { value, refresh } = fetched(client, async () => (await ask(`GET ${path}`, props.place)).deliveries)
  async function resend(id: number) {
    if (await attempt(client, ask(`POST ${path}/:delivery_id/resend`, { ...props.place, delivery_id: id })))
      await refresh()
  }
  return (
    <>
      <Items of={value()} none={words.noDeliveries}>
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
      </Items>
    </>
  )
}
