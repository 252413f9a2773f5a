import { For, Show } from 'solid-js'
import { useClient } from '../client/use-client'
import type { AnswerOf } from '../../client-state/wire'
import { agoText } from '../parts/time'
import { botWords as words } from '../words/en-bots'
import { settingsWords } from '../words/en-settings'
import { fetched } from './fetched'
import { SettingsForm, textOf } from './parts'
import { TextField } from './form-fields'

type Delivery = AnswerOf<'GET /parley/bots/:bot_id/deliveries'>['deliveries'][number]

/** The last requests of services to a bot, with what became of them. */
export function Deliveries(props: { bot_id: number }) {
  const client = useClient()
  const { ask, report, setNotice } = client
  const { bot_id } = props
  const { value, refresh } = fetched(client, () => ask('GET /parley/bots/:bot_id/deliveries', { bot_id }))
  async function resend(id: number) {
    const { outcome, error } = await ask('POST /parley/bots/:bot_id/deliveries/:delivery_id/resend', {
      bot_id,
      delivery_id: id,
    })
    setNotice({ text: error ?? words.outcomes[outcome] ?? outcome })
    await refresh()
  }
  return (
    <Show when={value()}>
      {(answer) => (
        <>
          <h4>{words.deliveries}</h4>
          <Show when={answer().deliveries.length === 0}>
            <p class="quiet">{words.noDeliveries}</p>
          </Show>
          <ul class="items">
            <For each={answer().deliveries}>
              {(delivery) => <DeliveryRow delivery={delivery} resend={() => void resend(delivery.id).catch(report)} />}
            </For>
          </ul>
          <SettingsForm
            button={settingsWords.save}
            submit={async (fields, form) => {
              const secret = textOf(fields, 'secret')
              await (secret === ''
                ? ask('DELETE /parley/bots/:bot_id/webhook_secret', { bot_id })
                : ask('PUT /parley/bots/:bot_id/webhook_secret', { bot_id, secret }))
              form.reset()
              await refresh()
            }}
          >
            <TextField
              label={answer().has_webhook_secret ? words.replaceSecret : words.secret}
              name="secret"
              type="password"
              isOptional
              most={1000}
            />
            <p class="quiet">{words.secretText}</p>
          </SettingsForm>
        </>
      )}
    </Show>
  )
}

function DeliveryRow(props: { delivery: Delivery; resend: () => void }) {
  const { delivery } = props

  return (
    <li>
      <details class="grow">
        <summary>
          {[delivery.integration, delivery.event].filter(Boolean).join(': ')} · {words.outcomes[delivery.outcome]} ·{' '}
          {agoText(delivery.timestamp)}
        </summary>
        <Show when={delivery.error}>
          <p class="fail">{delivery.error}</p>
        </Show>
        <pre tabindex="0">{delivery.body}</pre>
      </details>
      <Show when={delivery.can_resend}>
        <button class="act" onClick={() => props.resend()}>
          {words.resend}
        </button>
      </Show>
    </li>
  )
}
