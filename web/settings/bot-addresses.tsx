import { createSignal, For } from 'solid-js'
import { useClient } from '../client/use-client'
import type { WebhookAddress } from '../../client-state/wire'
import { allChannels } from '../store/all-channels'
import { integrationWords as words } from '../words/en-integrations'
import { attempt, fetched } from './fetched'
import { Items, RemoveButton, SettingsForm, textOf } from './parts'
import { Secret } from './secret'
import { CheckField, TextField } from './form-fields'

/** The addresses at which programs of other chat servers send messages for a bot. */
export function BotAddresses(props: { bot_id: number }) {
  const client = useClient()
  const { ask, names } = client
  const { bot_id } = props
  const { value, refresh } = fetched(
    client,
    async () => (await ask('GET /parley/bots/:bot_id/addresses', { bot_id })).addresses,
  )
  const [urls, setUrls] = createSignal<Record<string, string>>({})
  const placeOf = ({ stream_id, topic }: WebhookAddress) =>
    stream_id === null ? words.toOwner : `# ${names.channel(stream_id)}${topic === null ? '' : ` › ${topic}`}`
  async function create(fields: FormData, form: HTMLFormElement) {
    const channel = textOf(fields, 'channel')
    const topic = textOf(fields, 'topic')
    const answer = await ask('POST /parley/bots/:bot_id/addresses', {
      bot_id,
      ...(channel === '' ? {} : { stream_id: Number(channel) }),
      ...(topic === '' ? {} : { topic }),
      may_mention_everyone: fields.has('mentions'),
    })
    setUrls(answer.urls)
    form.reset()
    await refresh()
  }
  async function remove(id: number) {
    if (await attempt(client, ask('DELETE /parley/bots/:bot_id/addresses/:address_id', { bot_id, address_id: id })))
      await refresh()
  }
  return (
    <>
      <h4>{words.addresses}</h4>
      <p class="quiet">{words.addressesText}</p>
      <Items of={value()} none={words.noAddresses}>
        {(address) => (
          <li>
            <span class="grow" dir="auto">
              {placeOf(address)}
            </span>
            <RemoveButton name={placeOf(address)} remove={() => remove(address.id)} />
          </li>
        )}
      </Items>
      <For each={Object.entries(urls())}>
        {([format, url]) => (
          <>
            <p>{words.formats[format] ?? format}</p>
            <Secret text={url} name={words.formats[format] ?? format} />
          </>
        )}
      </For>
      <NewAddressForm create={create} />
    </>
  )
}

function NewAddressForm(props: { create: (fields: FormData, form: HTMLFormElement) => Promise<void> }) {
  const { store } = useClient()
  return (
    <SettingsForm button={words.newAddress} submit={props.create}>
      <label>
        {words.channel}
        <select name="channel">
          <option value="">{words.toOwner}</option>
          <For each={allChannels(store.state)}>
            {({ stream_id, name }) => <option value={stream_id}># {name}</option>}
          </For>
        </select>
      </label>
      <TextField label={words.topic} name="topic" most={60} isOptional />
      <CheckField label={words.mayMention} name="mentions" />
    </SettingsForm>
  )
}
